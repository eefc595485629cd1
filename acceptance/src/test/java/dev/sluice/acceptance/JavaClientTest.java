package dev.sluice.acceptance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.reflect.TypeToken;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.kubernetes.client.extended.leaderelection.LeaderElector;
import io.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.informer.cache.Lister;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.BatchV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1JobList;
import io.kubernetes.client.openapi.models.V1JobSpec;
import io.kubernetes.client.openapi.models.V1JobStatus;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import io.kubernetes.client.util.Config;
import io.kubernetes.client.util.PatchUtils;
import io.kubernetes.client.util.Watch;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// The Java client of the Kubernetes project, `io.kubernetes:client-java`, at work on a server: typed and generic clients, patches of every kind, watches, informers and leader election.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JavaClientTest {
    private static final long PATIENCE_SECONDS = 60;
    private static final String NAMESPACE = "java";

    @TempDir private static Path folder;

    private SluiceProcess sluice;
    private ApiClient client;
    private CoreV1Api core;

    @BeforeAll
    void start() throws IOException, ApiException {
        sluice =
                SluiceProcess.up(
                        List.of(
                                "apiserver",
                                "--ephemeral",
                                "--port",
                                "0",
                                "--kubeconfig",
                                folder.resolve("kubeconfig").toString()));
        client = Config.fromConfig(sluice.kubeconfig().toString());
        client.setReadTimeout(0);
        core = new CoreV1Api(client);
        core.createNamespace(new V1Namespace().metadata(new V1ObjectMeta().name(NAMESPACE)))
                .execute();
    }

    @AfterAll
    void stop() throws InterruptedException {
        if (client != null) {
            client.getHttpClient().dispatcher().executorService().shutdownNow();
            client.getHttpClient().connectionPool().evictAll();
        }
        if (sluice != null) {
            sluice.close();
        }
    }

    // --- typed clients

    @Test
    void typedClientsCreateReadPageReplaceAndDelete() throws ApiException {
        for (String name : List.of("page-a", "page-b", "page-c")) {
            V1ConfigMap made = create(name, "paged");
            assertThat(metadata(made).getUid()).isNotBlank();
            assertThat(metadata(made).getCreationTimestamp()).isNotNull();
        }
        List<String> names = new ArrayList<>();
        String more = null;
        do {
            V1ConfigMapList page =
                    core.listNamespacedConfigMap(NAMESPACE)
                            .labelSelector("app=paged")
                            .limit(2)
                            ._continue(more)
                            .execute();
            page.getItems().forEach(item -> names.add(metadata(item).getName()));
            more = requireNonNull(page.getMetadata()).getContinue();
        } while (more != null && !more.isEmpty());
        assertThat(names).containsExactly("page-a", "page-b", "page-c");

        V1ConfigMap read = core.readNamespacedConfigMap("page-a", NAMESPACE).execute();
        core.replaceNamespacedConfigMap("page-a", NAMESPACE, read.putDataItem("v", "2")).execute();
        assertThat(refusal(() -> replaceStale(read)).getCode()).isEqualTo(409);
        core.deleteNamespacedConfigMap("page-a", NAMESPACE).execute();
        ApiException absent =
                refusal(() -> core.readNamespacedConfigMap("page-a", NAMESPACE).execute());
        assertThat(absent.getCode()).isEqualTo(404);
        assertThat(JsonParser.parseString(absent.getResponseBody()).getAsJsonObject())
                .satisfies(status -> assertThat(text(status, "reason")).isEqualTo("NotFound"))
                .satisfies(
                        status ->
                                assertThat(text(status.getAsJsonObject("details"), "name"))
                                        .isEqualTo("page-a"));
    }

    private Object replaceStale(V1ConfigMap read) throws ApiException {
        return core.replaceNamespacedConfigMap("page-a", NAMESPACE, read.putDataItem("v", "3"))
                .execute();
    }

    @Test
    void jobsComeBackWithTheirDefaults() throws ApiException {
        BatchV1Api batch = new BatchV1Api(client);
        V1Job job = job("defaults");
        V1Job made = batch.createNamespacedJob(NAMESPACE, job).execute();
        V1JobSpec spec = requireNonNull(made.getSpec());
        assertThat(spec.getBackoffLimit()).isEqualTo(6);
        assertThat(spec.getCompletionMode()).isEqualTo("NonIndexed");
        assertThat(pod(made).getContainers().getFirst())
                .satisfies(
                        container ->
                                assertThat(container.getImagePullPolicy())
                                        .isEqualTo("IfNotPresent"));
        V1Job unnamed = job("x");
        pod(unnamed).setRestartPolicy("Always");
        ApiException refused =
                refusal(() -> batch.createNamespacedJob(NAMESPACE, unnamed).execute());
        assertThat(refused.getCode()).isEqualTo(422);
        assertThat(refused.getResponseBody()).contains("spec.template.spec.restartPolicy");
    }

    // --- patches

    @Test
    void patchesOfAllFourKinds() throws ApiException {
        create("patched", "patches");
        assertThat(
                        patch(
                                "[{\"op\":\"add\",\"path\":\"/data/json\",\"value\":\"1\"}]",
                                "json-patch"))
                .containsEntry("json", "1")
                .containsEntry("v", "1");
        assertThat(patch("{\"data\":{\"merge\":\"1\",\"v\":null}}", "merge-patch"))
                .containsEntry("merge", "1")
                .doesNotContainKey("v");
        assertThat(patch("{\"data\":{\"strategic\":\"1\"}}", "strategic-merge-patch"))
                .containsKeys("json", "merge", "strategic");
        assertThat(apply("{apply: '1', merge: '1'}"))
                .containsKeys("json", "merge", "strategic", "apply");
        // Whose only owner withdraws it goes; what another owns as well stays.
        assertThat(apply("{}"))
                .containsKeys("json", "merge", "strategic")
                .doesNotContainKey("apply");
    }

    private Map<String, String> apply(String data) throws ApiException {
        V1Patch body =
                new V1Patch(
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: patched}, data: "
                                + data
                                + "}");
        return data(
                PatchUtils.patch(
                        V1ConfigMap.class,
                        () ->
                                core.patchNamespacedConfigMap("patched", NAMESPACE, body)
                                        .fieldManager("java")
                                        .force(true)
                                        .buildCall(null),
                        V1Patch.PATCH_FORMAT_APPLY_YAML,
                        client));
    }

    private Map<String, String> patch(String body, String format) throws ApiException {
        return data(
                PatchUtils.patch(
                        V1ConfigMap.class,
                        () ->
                                core.patchNamespacedConfigMap(
                                                "patched", NAMESPACE, new V1Patch(body))
                                        .buildCall(null),
                        "application/" + format + "+json",
                        client));
    }

    // --- generic clients

    /// The generic client's own `updateStatus` is left out: it sends a patch as `application/json`, which a real server answers 415 too.
    @Test
    void genericClientsCreateListPatchAndDelete() throws ApiException {
        GenericKubernetesApi<V1Job, V1JobList> jobs =
                new GenericKubernetesApi<>(
                        V1Job.class, V1JobList.class, "batch", "v1", "jobs", client);
        V1Job made = jobs.create(job("generic")).throwsApiException().getObject();
        made.setStatus(new V1JobStatus().active(2));
        V1Job after =
                new BatchV1Api(client)
                        .replaceNamespacedJobStatus("generic", NAMESPACE, made)
                        .execute();
        assertThat(requireNonNull(after.getStatus()).getActive()).isEqualTo(2);
        V1Patch parallel = new V1Patch("{\"spec\":{\"parallelism\":2}}");
        V1Job patched =
                jobs.patch(NAMESPACE, "generic", V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH, parallel)
                        .throwsApiException()
                        .getObject();
        assertThat(requireNonNull(patched.getSpec()).getParallelism()).isEqualTo(2);
        assertThat(requireNonNull(patched.getStatus()).getActive()).isEqualTo(2);
        assertThat(metadata(patched).getGeneration()).isEqualTo(2);
        assertThat(jobs.list(NAMESPACE).throwsApiException().getObject().getItems())
                .extracting(job -> metadata(job).getName())
                .contains("generic");
        assertThat(jobs.delete(NAMESPACE, "generic").isSuccess()).isTrue();
        KubernetesApiResponse<V1Job> absent = jobs.get(NAMESPACE, "absent");
        assertThat(absent.getHttpStatusCode()).isEqualTo(404);
        assertThat(absent.getStatus().getReason()).isEqualTo("NotFound");
    }

    @Test
    void dynamicClientsServeAKindThatWasMadeAMomentAgo() throws ApiException {
        DynamicKubernetesApi definitions =
                new DynamicKubernetesApi(
                        "apiextensions.k8s.io", "v1", "customresourcedefinitions", client);
        definitions.create(dynamic(DEFINITION)).throwsApiException();
        DynamicKubernetesApi gadgets =
                new DynamicKubernetesApi("java.example", "v1", "gadgets", client);
        DynamicKubernetesObject gadget =
                dynamic(
                        """
                        {"apiVersion":"java.example/v1","kind":"Gadget","metadata":{"name":"g","namespace":"java"},"spec":{"size":3}}
                        """);
        KubernetesApiResponse<DynamicKubernetesObject> made = gadgets.create(gadget);
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (made.getHttpStatusCode() == 404 && System.nanoTime() < until) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            made = gadgets.create(gadget);
        }
        JsonObject spec = made.throwsApiException().getObject().getRaw().getAsJsonObject("spec");
        assertThat(spec.get("size").getAsInt()).isEqualTo(3);
        assertThat(text(spec, "colour")).isEqualTo("grey");
    }

    // --- watches and informers

    @Test
    void aWatchGoesOnFromAList() throws ApiException, IOException {
        create("watched", "watched");
        V1ConfigMapList list =
                core.listNamespacedConfigMap(NAMESPACE).labelSelector("app=watched").execute();
        try (Watch<V1ConfigMap> watch =
                Watch.createWatch(
                        client,
                        core.listNamespacedConfigMap(NAMESPACE)
                                .labelSelector("app=watched")
                                .resourceVersion(
                                        requireNonNull(list.getMetadata()).getResourceVersion())
                                .watch(true)
                                .buildCall(null),
                        new TypeToken<Watch.Response<V1ConfigMap>>() {}.getType())) {
            create("watched-too", "watched");
            core.replaceNamespacedConfigMap(
                            "watched", NAMESPACE, list.getItems().getFirst().data(Map.of("v", "2")))
                    .execute();
            core.deleteNamespacedConfigMap("watched", NAMESPACE).execute();
            List<String> seen = new ArrayList<>();
            while (seen.size() < 3 && watch.hasNext()) {
                Watch.Response<V1ConfigMap> event = watch.next();
                seen.add(event.type + " " + metadata(event.object).getName());
            }
            assertThat(seen)
                    .containsExactly("ADDED watched-too", "MODIFIED watched", "DELETED watched");
        }
    }

    @Test
    void informersFillTheirIndexAndTellOfChanges() throws ApiException, InterruptedException {
        create("informed", "informed");
        SharedInformerFactory factory = new SharedInformerFactory(client);
        SharedIndexInformer<V1ConfigMap> informer = informer(factory);
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        informer.addEventHandler(
                new ResourceEventHandler<>() {
                    @Override
                    public void onAdd(V1ConfigMap made) {
                        tell("added", made);
                    }

                    @Override
                    public void onUpdate(V1ConfigMap before, V1ConfigMap after) {
                        tell("updated", after);
                    }

                    @Override
                    public void onDelete(V1ConfigMap gone, boolean finalStateUnknown) {
                        tell("deleted", gone);
                    }

                    private void tell(String what, V1ConfigMap object) {
                        Map<String, String> labels = metadata(object).getLabels();
                        if (labels != null && "informed".equals(labels.get("app"))) {
                            told.add(what + " " + metadata(object).getName());
                        }
                    }
                });
        factory.startAllRegisteredInformers();
        assertThat(next(told)).isEqualTo("added informed");
        V1ConfigMap live = new Lister<>(informer.getIndexer(), NAMESPACE).get("informed");
        core.replaceNamespacedConfigMap("informed", NAMESPACE, live.putDataItem("v", "2"))
                .execute();
        assertThat(next(told)).isEqualTo("updated informed");
        core.deleteNamespacedConfigMap("informed", NAMESPACE).execute();
        assertThat(next(told)).isEqualTo("deleted informed");
        factory.stopAllRegisteredInformers();
    }

    private SharedIndexInformer<V1ConfigMap> informer(SharedInformerFactory factory) {
        return factory.sharedIndexInformerFor(
                new GenericKubernetesApi<>(
                        V1ConfigMap.class, V1ConfigMapList.class, "", "v1", "configmaps", client),
                V1ConfigMap.class,
                0);
    }

    // --- leader election

    @Test
    void oneLeadsAndAnotherFollowsIt() throws InterruptedException {
        BlockingQueue<String> leading = new LinkedBlockingQueue<>();
        LeaderElector first = elector("first");
        Thread.ofVirtual().start(() -> first.run(() -> leading.add("first"), () -> {}));
        assertThat(next(leading)).isEqualTo("first");
        try (LeaderElector second = elector("second")) {
            Thread.ofVirtual().start(() -> second.run(() -> leading.add("second"), () -> {}));
            first.close();
            assertThat(next(leading)).isEqualTo("second");
        }
    }

    private LeaderElector elector(String identity) {
        return new LeaderElector(
                new LeaderElectionConfig(
                        new LeaseLock(NAMESPACE, "leader", identity, client),
                        Duration.ofSeconds(2),
                        Duration.ofMillis(1500),
                        Duration.ofMillis(200)));
    }

    // --- objects

    private static final String DEFINITION =
            """
            {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"gadgets.java.example"},
             "spec":{"group":"java.example","scope":"Namespaced","names":{"plural":"gadgets","singular":"gadget","kind":"Gadget"},
              "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{
               "spec":{"type":"object","properties":{"size":{"type":"integer"},"colour":{"type":"string","default":"grey"}}}}}}}]}}
            """;

    private V1ConfigMap create(String name, String app) throws ApiException {
        V1ObjectMeta metadata = new V1ObjectMeta().name(name).labels(Map.of("app", app));
        return core.createNamespacedConfigMap(
                        NAMESPACE, new V1ConfigMap().metadata(metadata).data(Map.of("v", "1")))
                .execute();
    }

    private static V1Job job(String name) {
        V1PodSpec pod =
                new V1PodSpec()
                        .restartPolicy("Never")
                        .addContainersItem(
                                new V1Container().name("c").image("registry.example/app:1"));
        return new V1Job()
                .apiVersion("batch/v1")
                .kind("Job")
                .metadata(new V1ObjectMeta().name(name).namespace(NAMESPACE))
                .spec(new V1JobSpec().suspend(true).template(new V1PodTemplateSpec().spec(pod)));
    }

    private static V1ObjectMeta metadata(KubernetesObject object) {
        return requireNonNull(object.getMetadata());
    }

    private static V1PodSpec pod(V1Job job) {
        return requireNonNull(requireNonNull(job.getSpec()).getTemplate().getSpec());
    }

    private static Map<String, String> data(V1ConfigMap object) {
        return requireNonNull(object.getData());
    }

    private static DynamicKubernetesObject dynamic(String json) {
        return new DynamicKubernetesObject(JsonParser.parseString(json).getAsJsonObject());
    }

    private static String text(JsonObject object, String field) {
        return object.get(field).getAsString();
    }

    private static String next(BlockingQueue<String> queue) throws InterruptedException {
        String told = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(told).as("told within %s s", PATIENCE_SECONDS).isNotNull();
        return told;
    }

    private interface Call {
        Object execute() throws ApiException;
    }

    private static ApiException refusal(Call call) {
        return catchThrowableOfType(ApiException.class, call::execute);
    }
}
