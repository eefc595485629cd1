package dev.sluice.acceptance;

/// Manifests of a queue `team` of several clusters, with 4 CPU in each worker, and of jobs for it.
final class TeamQueue {
    /// What a worker needs.
    static final String OF_WORKER = queue("preemption: {withinClusterQueue: LowerPriority}", 4);

    private TeamQueue() {}

    /// What the manager of these workers needs.
    static String ofManager(String... workers) {
        return """
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: MultiKueueConfig
        metadata: {name: all}
        spec: {clusters: [%s]}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: AdmissionCheck
        metadata: {name: elsewhere}
        spec:
          controllerName: kueue.x-k8s.io/multikueue
          parameters: {apiGroup: kueue.x-k8s.io, kind: MultiKueueConfig, name: all}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: WorkloadPriorityClass
        metadata: {name: urgent}
        value: 1000
        ---
        """
                        .formatted(String.join(", ", workers))
                + queue(
                        "admissionChecksStrategy: {admissionChecks: [{name: elsewhere}]}",
                        4 * workers.length);
    }

    private static String queue(String more, int cpus) {
        return """
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: default}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: team}
        spec:
          namespaceSelector: {}
          %s
          resourceGroups:
          - coveredResources: [cpu]
            flavors:
            - name: default
              resources: [{name: cpu, nominalQuota: %d}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: team, namespace: default}
        spec: {clusterQueue: team}
        """
                .formatted(more, cpus);
    }

    /// A job of one pod.
    ///
    /// @param labels further ones, in YAML
    static String job(String name, int cpus, int seconds, String labels) {
        return """
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: %s
          namespace: default
          labels: {kueue.x-k8s.io/queue-name: team%s}
        spec:
          template:
            spec:
              restartPolicy: Never
              containers:
              - name: main
                image: example.com/hello
                command: [sleep, "%d"]
                resources: {requests: {cpu: %d}}
        """
                .formatted(name, labels.isEmpty() ? "" : ", " + labels, seconds, cpus);
    }
}
