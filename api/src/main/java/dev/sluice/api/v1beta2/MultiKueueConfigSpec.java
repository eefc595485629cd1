package dev.sluice.api.v1beta2;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The clusters, and who sets their quota.
///
/// @param clusters names of MultiKueueClusters, most preferred first
/// @param quotaManagement absent means `Manual`
@ApiRecord
public record MultiKueueConfigSpec(
        List<String> clusters, @Nullable QuotaManagement quotaManagement) {

    public MultiKueueConfigSpec {
        clusters = Frozen.list(clusters);
    }
}
