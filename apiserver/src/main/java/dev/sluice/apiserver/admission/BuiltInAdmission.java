package dev.sluice.apiserver.admission;

import java.util.ArrayList;
import java.util.List;

/// The plugins that every server has, in the order in which they change pods (H2.80): they run before those that a
/// configuration adds.
public final class BuiltInAdmission {
    private BuiltInAdmission() {}

    public static List<AdmissionPlugin> plugins() {
        return List.of(
                new LimitRanger(),
                new ServiceAccountAdmission(),
                new TolerationSeconds(),
                new PriorityAdmission(),
                new RuntimeClassAdmission());
    }

    /// @return the built-in plugins, then `more`
    public static List<AdmissionPlugin> before(List<AdmissionPlugin> more) {
        List<AdmissionPlugin> all = new ArrayList<>(plugins());
        all.addAll(more);
        return List.copyOf(all);
    }
}
