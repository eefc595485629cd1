package dev.sluice.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The files that the recorded kubectl commands name, and what must be there before the first of them.
final class TracedFiles {
    private static final String QUEUE =
            """
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: ClusterQueue
            metadata: {name: cq-traced}
            spec:
              namespaceSelector: {}
              resourceGroups:
              - coveredResources: [cpu]
                flavors:
                - name: rf
                  resources: [{name: cpu, nominalQuota: QUOTA}]
            """;

    private static final String JOB =
            """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: j, namespace: traced}
            spec:
              suspend: true
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: c, image: registry.example/app:1}]
            """;

    private static final Map<String, String> CONTENTS =
            Map.of(
                    "cm.yaml",
                    """
                    apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: cm, namespace: traced}
                    data: {a: "1"}
                    """,
                    "cm2.yaml",
                    """
                    apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: cm, namespace: traced}
                    data: {a: "2", b: "3"}
                    """,
                    "job.yaml",
                    JOB,
                    "job2.yaml",
                    JOB.replace("spec:\n  suspend", "spec:\n  parallelism: 2\n  suspend")
                            .replace(
                                    "namespace: traced",
                                    "namespace: traced, labels: {changed: \"yes\"}"),
                    "cq.yaml",
                    QUEUE.replace("QUOTA", "9"),
                    "cq2.yaml",
                    QUEUE.replace("QUOTA", "12"),
                    "pod.yaml",
                    """
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: p, namespace: traced}
                    spec:
                      nodeName: node-traced
                      containers: [{name: c, image: registry.example/app:1}]
                    """,
                    "deploy.yaml",
                    """
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: d, namespace: traced}
                    spec:
                      replicas: 1
                      selector: {matchLabels: {app: d}}
                      template:
                        metadata: {labels: {app: d}}
                        spec: {containers: [{name: c, image: registry.example/app:1}]}
                    """,
                    "setup.yaml",
                    """
                    apiVersion: v1
                    kind: Namespace
                    metadata: {name: traced}
                    ---
                    apiVersion: v1
                    kind: Node
                    metadata: {name: node-traced}
                    ---
                    apiVersion: v1
                    kind: ServiceAccount
                    metadata: {name: default, namespace: traced}
                    """,
                    "editor",
                    """
                    #!/bin/sh
                    exec sed -i -e 's/^  a: .*/  a: "9"/' -e 's/nominalQuota: .*/nominalQuota: 7/' "$1"
                    """);

    private TracedFiles() {}

    static void write(Path folder) throws IOException {
        for (Map.Entry<String, String> file : CONTENTS.entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        if (!folder.resolve("editor").toFile().setExecutable(true)) {
            throw new IOException("the editor cannot be made executable");
        }
    }
}
