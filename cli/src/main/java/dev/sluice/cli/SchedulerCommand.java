package dev.sluice.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.sluice.apiserver.error.FileFault;
import dev.sluice.controllers.scheduling.process.RequestPace;
import dev.sluice.controllers.scheduling.process.SchedulerProcess;
import dev.sluice.podscheduler.config.ConfigurationFault;
import dev.sluice.podscheduler.config.PluginCatalogue;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.reconcile.SystemClock;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice scheduler`: the pod scheduler beside any cluster, until it is told to end or loses its lease.
@Command(
        name = "scheduler",
        description = {
            "Schedules the pods of a cluster that is reached by a kubeconfig.",
            "Without one it takes that of KUBECONFIG, ~/.kube/config, or the service account of its pod."
        })
final class SchedulerCommand implements Callable<Integer> {
    private static final int PORT_MAX = 65_535;
    private static final TypeReference<Map<String, Object>> FILE = new TypeReference<>() {};

    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "The way to the cluster.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A KubeSchedulerConfiguration. Default: that of kube-scheduler.")
    private @Nullable Path config;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:10259",
            description =
                    "Where /livez, /healthz, /readyz and /metrics answer, over plain HTTP."
                            + " Default: ${DEFAULT-VALUE}; port 0 takes any.")
    private String listen = "";

    @Override
    public Integer call() throws InterruptedException {
        SchedulerConfiguration configuration = configuration();
        InetSocketAddress address = address();
        KubernetesClient client = client(configuration);
        String server = client.getConfiguration().getMasterUrl();
        try {
            client.getKubernetesVersion();
        } catch (KubernetesClientException unreachable) {
            client.close();
            throw new Refusal(
                    "the API server " + server + " does not answer: " + reason(unreachable));
        }
        SchedulerProcess process;
        try {
            process =
                    SchedulerProcess.start(
                            client, configuration, new SystemClock(), identity(), address);
        } catch (IOException taken) {
            client.close();
            throw new Refusal("--listen " + listen + ": " + taken.getMessage());
        }
        PrintWriter out = spec.commandLine().getOut();
        Foreground.atEnd(out, "The scheduler", process::close);
        out.printf(
                "The scheduler serves pods with schedulerName %s on %s; health and metrics:"
                        + " http://%s:%d/metrics%nCtrl-C ends it.%n",
                configuration.profiles().all().stream()
                        .map(Profile::schedulerName)
                        .collect(Collectors.joining(", ")),
                server,
                address.getHostString(),
                process.port());
        out.flush();
        process.ended().join();
        if (process.isClosing()) {
            return 0;
        }
        throw new Refusal(
                "the lease "
                        + configuration.leaderElection().namespace()
                        + "/"
                        + configuration.leaderElection().name()
                        + " is lost; another scheduler acts now");
    }

    private static String reason(KubernetesClientException failed) {
        return failed.getCause() == null
                ? String.valueOf(failed.getMessage())
                : String.valueOf(failed.getCause().getMessage());
    }

    private SchedulerConfiguration configuration() {
        Path file = config;
        if (file == null) {
            return SchedulerConfiguration.standard();
        }
        try {
            Map<String, Object> read = new YAMLMapper().readValue(file.toFile(), FILE);
            return SchedulerConfiguration.read(
                    read == null ? Map.of() : read, PluginCatalogue.standard());
        } catch (ConfigurationFault fault) {
            throw new Refusal(2, file + ": " + fault.getMessage());
        } catch (JsonProcessingException broken) {
            throw new Refusal(2, file + " is not YAML: " + broken.getOriginalMessage());
        } catch (IOException unreadable) {
            throw new Refusal(
                    2,
                    "the configuration "
                            + file
                            + " cannot be read: "
                            + FileFault.reason(unreadable));
        }
    }

    private KubernetesClient client(SchedulerConfiguration configuration) {
        Path file = kubeconfig;
        if (file == null && !configuration.kubeconfig().isEmpty()) {
            file = Path.of(configuration.kubeconfig());
        }
        if (file == null) {
            return paced(configuration).build();
        }
        if (!Files.isReadable(file)) {
            throw new Refusal(2, "the kubeconfig " + file + " cannot be read");
        }
        try {
            return paced(configuration).withConfig(Config.fromKubeconfig(file.toFile())).build();
        } catch (KubernetesClientException broken) {
            throw new Refusal(2, "the kubeconfig " + file + " cannot be used: " + reason(broken));
        }
    }

    private static KubernetesClientBuilder paced(SchedulerConfiguration configuration) {
        KubernetesClientBuilder builder = new KubernetesClientBuilder();
        if (configuration.qps() > 0) {
            RequestPace pace = new RequestPace(configuration.qps(), configuration.burst());
            builder.withHttpClientBuilderConsumer(
                    http -> http.addOrReplaceInterceptor(RequestPace.NAME, pace));
        }
        return builder;
    }

    private InetSocketAddress address() {
        int colon = listen.lastIndexOf(':');
        int port = -1;
        try {
            port = Integer.parseInt(listen.substring(colon + 1));
        } catch (NumberFormatException notANumber) {
            // Told below, with the rest.
        }
        if (colon < 1 || port < 0 || port > PORT_MAX) {
            throw new Refusal(
                    2, "--listen is " + listen + ", expected HOST:PORT with a port up to 65535");
        }
        return new InetSocketAddress(listen.substring(0, colon), port);
    }

    private static String identity() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            host = "localhost";
        }
        return host + "_" + UUID.randomUUID();
    }
}
