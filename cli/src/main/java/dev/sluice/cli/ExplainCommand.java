package dev.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.client.Api;
import dev.sluice.cli.explain.ExplanationText;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice explain`: why a workload waits, as the running queues say.
@Command(
        name = "explain",
        description = {
            "Says why a workload waits, and what would be decided about it now:",
            "the flavors that were tried, who was looked at as a victim, and the quota on the way up."
        })
final class ExplainCommand implements Callable<Integer> {
    private static final String EXPLANATIONS =
            "/apis/visibility.sluice.dev/v1alpha1/namespaces/%s/explanations/%s";
    private static final String WORKLOADS = "/apis/kueue.x-k8s.io/v1beta2/namespaces/%s/workloads";

    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Parameters(
            index = "0",
            paramLabel = "KIND",
            description = "What NAME is the name of: ${COMPLETION-CANDIDATES}.")
    private Kind kind = Kind.WORKLOAD;

    @Parameters(index = "1", paramLabel = "NAME", description = "Its name.")
    private String name = "";

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Its namespace. Default: that of the kubeconfig.")
    private @Nullable String namespace;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "Leads to the server. Default: as kubectl finds it.")
    private @Nullable Path kubeconfig;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        Config config = config();
        config.setRequestRetryBackoffLimit(0);
        String within = namespace == null ? config.getNamespace() : namespace;
        String where = within == null ? "default" : within;
        try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
            Api api = new Api(client);
            String workload = kind == Kind.JOB ? workloadOf(api, where) : name;
            JsonNode explanation = read(api, EXPLANATIONS.formatted(where, workload));
            PrintWriter out = spec.commandLine().getOut();
            switch (format) {
                case JSON -> out.println(explanation.toPrettyString());
                case TEXT -> ExplanationText.lines(explanation).forEach(out::println);
            }
            return 0;
        } catch (IllegalStateException unreachable) {
            throw new Refusal(
                    unreachable.getMessage()
                            + "; --kubeconfig or KUBECONFIG says where a server is");
        }
    }

    private Config config() {
        if (kubeconfig == null) {
            String named = System.getenv("KUBECONFIG");
            if (named != null && !named.contains(File.pathSeparator)) {
                expectFile("KUBECONFIG", Path.of(named));
            }
            return Config.autoConfigure(null);
        }
        expectFile("--kubeconfig", kubeconfig);
        return Config.fromKubeconfig(kubeconfig.toFile());
    }

    private static void expectFile(String what, Path file) {
        if (!Files.isRegularFile(file)) {
            throw new Refusal(2, what + " is " + file + ", expected a file");
        }
    }

    /// The Workload that a job owns.
    private String workloadOf(Api api, String where) {
        for (JsonNode workload : read(api, WORKLOADS.formatted(where)).path("items")) {
            for (JsonNode owner : workload.at("/metadata/ownerReferences")) {
                if (owner.path("kind").asText().equals("Job")
                        && owner.path("name").asText().equals(name)) {
                    return workload.at("/metadata/name").asText();
                }
            }
        }
        throw new Refusal(
                "job "
                        + where
                        + "/"
                        + name
                        + " has no Workload: it is not there, or not queued; kubectl describe job tells what holds it");
    }

    private static JsonNode read(Api api, String path) {
        Api.Answer answer = api.get(path);
        if (!answer.succeeded()) {
            throw new Refusal(answer.message());
        }
        return answer.body();
    }

    /// What can be explained.
    enum Kind {
        WORKLOAD,
        JOB;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// How it is printed.
    enum Format {
        TEXT,
        JSON;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
