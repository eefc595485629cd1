package dev.sluice.conformance.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The feature gates of connections, on and off.
class GatesOfClustersTest {
    private static final String CONNECTED = "True Active: Connected";

    @TempDir private Path folder;

    @Test
    void withoutTheGateNothingIsConnectedAndTheCheckIsNobodys() throws Exception {
        try (ManagingCluster manager = new ManagingCluster(Map.of("MultiKueue", false))) {
            manager.worker("one");

            manager.knows("one").check("one");

            assertThat(manager.active("one")).isEmpty();
            assertThat(manager.checkActive()).isEmpty();
        }
    }

    @Test
    void filesHaveToLieInTheirFolder() throws Exception {
        try (ManagingCluster manager = new ManagingCluster(Map.of())) {
            manager.worker("one");

            manager.clusterInFile("one", kubeconfig());

            assertThat(manager.active("one"))
                    .isEqualTo(
                            "False BadKubeConfig: load client config failed: spec.clusterSource.kubeConfig.location is \"%s\", expected an absolute path without \"..\" below /etc/multikueue/kubeconfigs"
                                    .formatted(folder.resolve("one")));
            assertThat(notes(manager)).isEmpty();
        }
    }

    @Test
    void withoutTheGateFilesMayLieAnywhereAndItIsSaidThatThisEnds() throws Exception {
        try (ManagingCluster manager =
                new ManagingCluster(Map.of("MultiKueueKubeConfigPathValidation", false))) {
            manager.worker("one");

            manager.clusterInFile("one", kubeconfig());

            assertThat(manager.active("one")).isEqualTo(CONNECTED);
            assertThat(notes(manager)).contains("Warning DeprecatedPathUsage");
        }
    }

    private Path kubeconfig() throws Exception {
        return Files.writeString(folder.resolve("one"), ManagingCluster.kubeconfig("one"));
    }

    private static String notes(ManagingCluster manager) {
        return String.join(
                "\n",
                manager
                        .client()
                        .resources(Event.class)
                        .inNamespace("default")
                        .list()
                        .getItems()
                        .stream()
                        .filter(event -> event.getRegarding().getKind().equals("MultiKueueCluster"))
                        .map(event -> event.getType() + " " + event.getReason())
                        .toList());
    }
}
