package dev.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sluice.cli.client.Api;
import dev.sluice.cli.explain.DeploymentsPods;
import dev.sluice.cli.explain.ExplanationText;
import dev.sluice.cli.explain.JobsWorkload;
import dev.sluice.cli.explain.QueuedPod;
import dev.sluice.cli.explain.UnqueuedJob;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice explain`: why a workload waits, as the running queues say, or a pod, as the scheduler says.
@Command(
        name = "explain",
        description = {
            "Says why a workload waits, and what would be decided about it now.",
            "It shows the flavors that were tried, who was looked at as a victim, and the quota on the way up.",
            "Of a pod it says what its admission waits for, who holds its gates, or what each node lacks."
        })
final class ExplainCommand implements Callable<Integer> {
    private static final String EXPLANATIONS =
            "/apis/visibility.sluice.dev/v1alpha1/namespaces/%s/explanations/%s";
    private static final String POD_EXPLANATIONS =
            "/apis/visibility.sluice.dev/v1alpha1/namespaces/%s/podexplanations/%s";
    private static final String WORKLOADS = "/apis/kueue.x-k8s.io/v1beta2/namespaces/%s/workloads";
    private static final String QUEUES = "/apis/kueue.x-k8s.io/v1beta2/namespaces/%s/localqueues";
    private static final String APPS = "/apis/apps/v1/namespaces/%s/";
    private static final String REPLICA_SETS = APPS + "replicasets";
    private static final String PODS = "/api/v1/namespaces/%s/pods";
    private static final String EVENTS =
            "/api/v1/namespaces/%s/events?fieldSelector=involvedObject.kind=%s,involvedObject.name=%s";

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
            names = "--context",
            paramLabel = "NAME",
            description = "Of the kubeconfig. Default: its current one.")
    private @Nullable String context;

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
            switch (kind) {
                case WORKLOAD -> workload(api, where, name);
                case JOB, STATEFULSET -> job(api, where, kind.path);
                case DEPLOYMENT -> deployment(api, where);
                case POD -> pod(api, where);
            }
            return 0;
        } catch (IllegalStateException unreachable) {
            throw new Refusal(
                    unreachable.getMessage()
                            + "; --kubeconfig or KUBECONFIG says where a server is");
        }
    }

    private void workload(Api api, String where, String workload) {
        Api.Answer explained = api.get(EXPLANATIONS.formatted(where, workload));
        if (!explained.succeeded()) {
            throw new Refusal(
                    "%s in namespace %s%s"
                            .formatted(
                                    explained.message(), where, otherKinds(api, where, workload)));
        }
        JsonNode explanation = explained.body();
        PrintWriter out = spec.commandLine().getOut();
        switch (format) {
            case JSON -> out.println(explanation.toPrettyString());
            case TEXT -> {
                Api.Answer stored = api.get(WORKLOADS.formatted(where) + "/" + workload);
                ExplanationText.lines(
                                explanation,
                                stored.succeeded() ? stored.body() : MissingNode.getInstance())
                        .forEach(out::println);
            }
        }
    }

    /// Which kinds of things have the name that is not a Workload's.
    private static String otherKinds(Api api, String where, String name) {
        List<String> advice =
                Arrays.stream(Kind.values())
                        .filter(kind -> kind != Kind.WORKLOAD)
                        .filter(
                                kind ->
                                        api.get(kind.path.formatted(where) + "/" + name)
                                                .succeeded())
                        .map(kind -> "explain " + kind + " " + name)
                        .toList();
        return advice.isEmpty() ? "" : ". Maybe you mean: " + String.join(", or: ", advice);
    }

    /// Tells about its Workload, or why it has none.
    ///
    /// @param jobs path of those of its kind, with a gap for the namespace
    private void job(Api api, String where, String jobs) {
        JsonNode job = named(api, where, jobs);
        JsonNode workloads = read(api, WORKLOADS.formatted(where)).path("items");
        Optional<String> workload = JobsWorkload.of(job, workloads);
        if (workload.isPresent()) {
            workload(api, where, workload.get());
        } else {
            unqueued(api, where, job, workloads);
        }
    }

    /// Tells how its pods fare, and about the one that waits longest.
    private void deployment(Api api, String where) {
        JsonNode deployment = named(api, where, Kind.DEPLOYMENT.path);
        JsonNode workloads = read(api, WORKLOADS.formatted(where)).path("items");
        DeploymentsPods pods =
                DeploymentsPods.of(
                        deployment,
                        read(api, REPLICA_SETS.formatted(where)).path("items"),
                        read(api, PODS.formatted(where)).path("items"),
                        workloads);
        if (pods.admitted() == 0 && pods.waiting().isEmpty()) {
            unqueued(api, where, deployment, workloads);
            return;
        }
        String summary = pods.summary(UnqueuedJob.name(deployment));
        if (format == Format.TEXT) {
            spec.commandLine().getOut().println(summary);
        } else if (pods.waiting().isEmpty()) {
            throw new Refusal(summary);
        }
        if (!pods.waiting().isEmpty()) {
            workload(api, where, pods.waiting().getFirst());
        }
    }

    private void unqueued(Api api, String where, JsonNode job, JsonNode workloads) {
        String of = job.path("kind").asText("Job");
        List<String> lines =
                UnqueuedJob.lines(
                        job,
                        read(api, EVENTS.formatted(where, of, name)),
                        api.get(QUEUES.formatted(where) + "/" + UnqueuedJob.queue(job)).succeeded(),
                        workloads);
        if (format == Format.JSON) {
            throw new Refusal(String.join(" ", lines));
        }
        lines.forEach(spec.commandLine().getOut()::println);
    }

    private JsonNode named(Api api, String where, String path) {
        Api.Answer answer = api.get(path.formatted(where) + "/" + name);
        if (!answer.succeeded()) {
            throw new Refusal(answer.message() + " in namespace " + where);
        }
        return answer.body();
    }

    private void pod(Api api, String where) {
        Api.Answer explained = api.get(POD_EXPLANATIONS.formatted(where, name));
        if (!explained.succeeded()) {
            throw new Refusal(explained.message() + " in namespace " + where);
        }
        String workload = QueuedPod.workload(explained.body());
        PrintWriter out = spec.commandLine().getOut();
        switch (format) {
            case JSON -> {
                if (workload.isEmpty()) {
                    out.println(explained.body().toPrettyString());
                }
            }
            case TEXT -> QueuedPod.lines(explained.body()).forEach(out::println);
        }
        if (!workload.isEmpty()) {
            workload(api, where, workload);
        }
    }

    private Config config() {
        Config config = found();
        List<String> contexts = config.getContexts().stream().map(NamedContext::getName).toList();
        if (context != null && !contexts.contains(context)) {
            throw new Refusal(
                    2, "--context is %s, expected one of %s".formatted(context, contexts));
        }
        return config;
    }

    private Config found() {
        if (kubeconfig == null) {
            String named = System.getenv("KUBECONFIG");
            if (named != null && !named.contains(File.pathSeparator)) {
                expectFile("KUBECONFIG", Path.of(named));
            }
            return Config.autoConfigure(context);
        }
        expectFile("--kubeconfig", kubeconfig);
        return Config.fromKubeconfig(context, kubeconfig.toFile());
    }

    private static void expectFile(String what, Path file) {
        if (!Files.isRegularFile(file)) {
            throw new Refusal(2, what + " is " + file + ", expected a file");
        }
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
        WORKLOAD(WORKLOADS),
        JOB("/apis/batch/v1/namespaces/%s/jobs"),
        POD(PODS),
        DEPLOYMENT(APPS + "deployments"),
        STATEFULSET(APPS + "statefulsets");

        /// Where its objects are, with a gap for the namespace.
        private final String path;

        Kind(String path) {
            this.path = path;
        }

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
