package dev.sluice.controllers.multicluster;

import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.List;
import java.util.Optional;

/// What a Workload stands for, as it says itself (L5.13).
///
/// @param apiVersion group and version
record Owner(String apiVersion, String kind, String name) {

    /// Empty for a Workload that nobody owns.
    static Optional<Owner> of(Workload workload) {
        String gvk = Facts.annotation(workload, Annotations.JOB_OWNER_GVK);
        String name = Facts.annotation(workload, Annotations.JOB_OWNER_NAME);
        if (gvk != null && name != null) {
            return Optional.of(new Owner(versionIn(gvk), kindIn(gvk), name));
        }
        List<OwnerReference> owners = workload.getMetadata().getOwnerReferences();
        return Facts.controllerOf(workload)
                .or(() -> owners.stream().findFirst())
                .map(owner -> new Owner(owner.getApiVersion(), owner.getKind(), owner.getName()));
    }

    /// `batch/v1, Kind=Job`, as the peer writes a kind.
    private static String versionIn(String gvk) {
        return gvk.replaceFirst(",.*", "");
    }

    private static String kindIn(String gvk) {
        return gvk.replaceFirst(".*Kind=", "");
    }

    /// As messages write the kind.
    String gvk() {
        return apiVersion + ", Kind=" + kind;
    }
}
