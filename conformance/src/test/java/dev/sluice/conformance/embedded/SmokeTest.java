package dev.sluice.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.crd.Crds;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.security.User;
import dev.sluice.controllers.ControlPlane;
import dev.sluice.localcluster.inprocess.InProcessHttpClientFactory;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.SystemClock;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

@org.junit.jupiter.api.Timeout(40)
@SuppressWarnings({"rawtypes", "unchecked"})
class SmokeTest {
    @Test
    void admits() throws Exception {
        Configuration settings = Configuration.defaults();
        ApiServer server =
                ApiServer.start(
                        ApiServerConfig.ephemeral()
                                .withPort(-1)
                                .withAdmission(List.of(new WebhookPlugin(settings))));
        KubernetesClient client =
                new KubernetesClientBuilder()
                        .withConfig(new ConfigBuilder().withMasterUrl("http://in-process").build())
                        .withHttpClientFactory(
                                new InProcessHttpClientFactory(server::handle, User.ADMIN))
                        .build();
        for (ObjectNode crd : Crds.all()) {
            client.resource(crd.toString()).create();
        }
        Cluster cluster = new Cluster(client, new SystemClock());
        ControlPlane.on(cluster, settings);
        for (Class<?> k :
                List.<Class<?>>of(
                        Workload.class,
                        Job.class,
                        io.fabric8.kubernetes.api.model.Namespace.class,
                        io.fabric8.kubernetes.api.model.LimitRange.class,
                        io.fabric8.kubernetes.api.model.node.v1.RuntimeClass.class,
                        io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass.class,
                        dev.sluice.api.v1beta2.WorkloadPriorityClass.class,
                        dev.sluice.api.v1beta2.Cohort.class,
                        dev.sluice.api.v1beta2.AdmissionCheck.class,
                        dev.sluice.api.v1beta2.ResourceFlavor.class,
                        dev.sluice.api.v1beta2.ClusterQueue.class)) {
            try {
                System.out.println(
                        k
                                + " "
                                + client.resources((Class<Workload>) (Class) k)
                                        .inAnyNamespace()
                                        .list());
            } catch (Throwable t) {
                System.out.println(k + " FAILED " + t);
                t.printStackTrace(System.out);
            }
        }
        cluster.start();
        String yaml =
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ResourceFlavor
                metadata: {name: default}
                ---
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ClusterQueue
                metadata: {name: cq}
                spec:
                  namespaceSelector: {}
                  resourceGroups:
                  - coveredResources: [cpu]
                    flavors: [{name: default, resources: [{name: cpu, nominalQuota: 4}]}]
                ---
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: LocalQueue
                metadata: {name: lq, namespace: default}
                spec: {clusterQueue: cq}
                ---
                apiVersion: batch/v1
                kind: Job
                metadata: {name: a, namespace: default, labels: {kueue.x-k8s.io/queue-name: lq}}
                spec:
                  parallelism: 2
                  completions: 2
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: c, image: "x:1", resources: {requests: {cpu: 1}}}]
                """;
        client.load(new java.io.ByteArrayInputStream(yaml.getBytes()))
                .items()
                .forEach(o -> client.resource(o).create());
        for (int i = 0; i < 50; i++) {
            Thread.sleep(100);
            if (i % 10 == 9) System.out.println(cluster.busyWith());
        }
        for (Workload w : client.resources(Workload.class).inAnyNamespace().list().getItems()) {
            System.out.println(client.getKubernetesSerialization().asYaml(w));
        }
        for (Job w : client.resources(Job.class).inAnyNamespace().list().getItems()) {
            System.out.println(client.getKubernetesSerialization().asYaml(w));
        }
        client.resources(dev.sluice.api.v1beta2.ClusterQueue.class)
                .list()
                .getItems()
                .forEach(w -> System.out.println(client.getKubernetesSerialization().asYaml(w)));
        client.resources(dev.sluice.api.v1beta2.LocalQueue.class)
                .inAnyNamespace()
                .list()
                .getItems()
                .forEach(w -> System.out.println(client.getKubernetesSerialization().asYaml(w)));
        client.events()
                .v1()
                .events()
                .inAnyNamespace()
                .list()
                .getItems()
                .forEach(e -> System.out.println(e.getReason() + " " + e.getNote()));
        assertThat(client.resources(Workload.class).inAnyNamespace().list().getItems()).hasSize(1);
    }
}
