package dev.sluice.controllers.scheduling;

import dev.sluice.podscheduler.cluster.SpreadOwners;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Map;
import java.util.Objects;

/// Services and controllers in the words of the scheduler: which pods belong together (S4.86).
public final class OwnerWords {
    private OwnerWords() {}

    public static void put(SpreadOwners owners, Service service) {
        owners.putService(
                namespace(service.getMetadata().getNamespace()),
                service.getMetadata().getName(),
                service.getSpec() == null
                        ? Map.of()
                        : Objects.requireNonNullElse(service.getSpec().getSelector(), Map.of()));
    }

    public static void put(SpreadOwners owners, ReplicaSet set) {
        owners.putController(
                "ReplicaSet",
                namespace(set.getMetadata().getNamespace()),
                set.getMetadata().getName(),
                SchedulerWords.selector(set.getSpec().getSelector()));
    }

    public static void put(SpreadOwners owners, StatefulSet set) {
        owners.putController(
                "StatefulSet",
                namespace(set.getMetadata().getNamespace()),
                set.getMetadata().getName(),
                SchedulerWords.selector(set.getSpec().getSelector()));
    }

    private static String namespace(String name) {
        return Objects.requireNonNullElse(name, "default");
    }
}
