package dev.sluice.conformance.multicluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/// A [Manager] with workers, and on each of them a namespace `ns`, a queue `q` and a class of priorities `high`. Jobs of the
/// manager's queue go to the workers.
final class Fleet implements AutoCloseable {
    private final ManagingCluster manager;
    private final List<String> workers;
    private final Map<String, Cable> cables = new HashMap<>();

    /// @param file the configuration of all of them
    /// @param cpus the quota of the workers `w1`, `w2`, … in their order
    Fleet(String file, int... cpus) throws StartupFailure, InterruptedException {
        manager = ManagingCluster.with(file);
        workers = IntStream.rangeClosed(1, cpus.length).mapToObj(number -> "w" + number).toList();
        for (int i = 0; i < cpus.length; i++) {
            cables.put(workers.get(i), manager.worker(workers.get(i)));
            manager.createOn(workers.get(i), queue(cpus[i], "")).knows(workers.get(i));
        }
        manager.check(workers.toArray(String[]::new));
        manager.create(queue(100, "admissionChecksStrategy: {admissionChecks: [{name: mk}]}"));
    }

    private static String queue(int cpus, String more) {
        return """
        apiVersion: v1
        kind: Namespace
        metadata: {name: ns}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: WorkloadPriorityClass
        metadata: {name: high}
        value: 1000
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: f}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: q}
        spec:
          namespaceSelector: {}
          preemption: {withinClusterQueue: LowerPriority}
          resourceGroups:
          - coveredResources: [cpu]
            flavors:
            - name: f
              resources: [{name: cpu, nominalQuota: %d}]
          %s
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: q, namespace: ns}
        spec: {clusterQueue: q}
        """
                .formatted(cpus, more);
    }

    private static String job(String name, int cpus, String labels, String annotations) {
        return """
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: %s
          namespace: ns
          labels: {kueue.x-k8s.io/queue-name: q%s}
          annotations: {%s}
        spec:
          template:
            spec:
              restartPolicy: Never
              containers:
              - name: c
                image: registry.example.com/work:1
                resources: {requests: {cpu: %d}}
        """
                .formatted(name, labels, annotations, cpus);
    }

    /// A worker's own Job, of low priority, of one pod that never ends.
    Fleet ownJob(String worker, String name, int cpus) throws InterruptedException {
        manager.createOn(worker, job(name, cpus, "", ""));
        return this;
    }

    /// A Job of high priority for whichever worker.
    ///
    /// @param annotations as YAML for a place between braces
    Fleet highJob(String name, int cpus, String annotations) throws InterruptedException {
        String anywhere =
                job(name, cpus, ", kueue.x-k8s.io/priority-class: high", annotations)
                        .replace(
                                "spec:\n  t", "spec:\n  managedBy: kueue.x-k8s.io/multikueue\n  t");
        manager.create(anywhere);
        return this;
    }

    /// A worker's own Workload, without a job.
    Fleet ownWorkload(String worker, String name) throws InterruptedException {
        manager.createOn(
                worker,
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: Workload
                metadata: {name: %s, namespace: ns}
                spec:
                  queueName: q
                  podSets:
                  - name: main
                    count: 1
                    template:
                      spec:
                        restartPolicy: Never
                        containers:
                        - name: c
                          image: registry.example.com/work:1
                          resources: {requests: {cpu: "1"}}
                """
                        .formatted(name));
        return this;
    }

    /// A worker's own Job is deleted.
    Fleet deleteOwnJob(String worker, String name) throws InterruptedException {
        manager.client(worker).batch().v1().jobs().inNamespace("ns").withName(name).delete();
        manager.settle();
        return this;
    }

    /// A Job of the manager is deleted.
    Fleet deleteJob(String name) throws InterruptedException {
        manager.client().batch().v1().jobs().inNamespace("ns").withName(name).delete();
        manager.settle();
        return this;
    }

    /// The manager cannot reach a worker any more, and has noticed.
    Fleet cut(String worker) throws InterruptedException {
        cable(worker).cut();
        manager.await(worker, active -> active.startsWith("False"));
        return this;
    }

    /// The manager's object for a worker is deleted.
    Fleet forget(String worker) throws InterruptedException {
        manager.forget(worker);
        return this;
    }

    Fleet mend(String worker) {
        cable(worker).mend();
        return this;
    }

    private Cable cable(String worker) {
        return Objects.requireNonNull(cables.get(worker), worker);
    }

    /// Opens or closes the manager's queue.
    Fleet queue(String stopPolicy) throws InterruptedException {
        manager.client()
                .resources(ClusterQueue.class)
                .withName("q")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\": {\"stopPolicy\": \"%s\"}}".formatted(stopPolicy));
        manager.settle();
        return this;
    }

    Fleet after(Duration time) throws InterruptedException {
        manager.after(time);
        return this;
    }

    /// The manager's Workload of a Job.
    Workload local(String job) {
        return of(manager.client(), job).orElseThrow();
    }

    /// A worker's copy of that.
    Optional<Workload> copy(String worker, String job) {
        return of(manager.client(worker), job);
    }

    private static Optional<Workload> of(KubernetesClient client, String job) {
        return client.resources(Workload.class).inNamespace("ns").list().getItems().stream()
                .filter(workload -> workload.getMetadata().getName().startsWith("job-" + job + "-"))
                .findFirst();
    }

    /// The workers on which somebody was preempted.
    List<String> preempting() {
        return workers.stream()
                .filter(
                        worker ->
                                manager
                                        .client(worker)
                                        .resources(Workload.class)
                                        .inNamespace("ns")
                                        .list()
                                        .getItems()
                                        .stream()
                                        .anyMatch(Fleet::preempted))
                .toList();
    }

    private static boolean preempted(Workload workload) {
        return Conditions.find(Facts.conditions(workload), WorkloadConditions.PREEMPTED) != null;
    }

    /// Notes of the manager's events about a Job's Workload for this reason.
    List<String> notes(String job, String reason) {
        String about = local(job).getMetadata().getName();
        return manager.client().resources(Event.class).inNamespace("ns").list().getItems().stream()
                .filter(event -> event.getReason().equals(reason))
                .filter(event -> event.getRegarding().getName().equals(about))
                .map(Event::getNote)
                .distinct()
                .toList();
    }

    /// A Job on a worker.
    Job jobOn(String worker, String name) {
        return manager.client(worker).batch().v1().jobs().inNamespace("ns").withName(name).get();
    }

    /// Why the manager says that a Job's Workload is where it is.
    JsonNode explanation(String job) throws JsonProcessingException {
        return explained(manager.client(), job);
    }

    /// The same of a worker about its copy.
    JsonNode explanationIn(String worker, String job) throws JsonProcessingException {
        return explained(manager.client(worker), job);
    }

    private static JsonNode explained(KubernetesClient client, String job)
            throws JsonProcessingException {
        String name = of(client, job).orElseThrow().getMetadata().getName();
        return new ObjectMapper()
                .readTree(
                        client.raw(
                                "/apis/visibility.sluice.dev/v1alpha1/namespaces/ns/explanations/"
                                        + name));
    }

    /// The lines of `/metrics` that begin so.
    List<String> metrics(String start) {
        return Objects.requireNonNull(manager.client().raw("/metrics"))
                .lines()
                .filter(line -> line.startsWith(start))
                .toList();
    }

    @Override
    public void close() {
        manager.close();
    }
}
