package dev.sluice.conformance.lifecycle;

/// One place where Sluice shows something else than the recording.
///
/// @param path where, from the root of the object, for example `status.conditions[Admitted].reason`
record Difference(String path, String expected, String actual) {
    Difference below(String parent) {
        return new Difference(
                path.isEmpty() ? parent : parent + (path.startsWith("[") ? "" : ".") + path,
                expected,
                actual);
    }

    /// With the name of the cluster, where there are several.
    Difference on(String cluster) {
        return cluster.equals(Scenario.ALONE)
                ? this
                : new Difference(cluster + " " + path, expected, actual);
    }

    @Override
    public String toString() {
        return path + ": expected " + expected + ", got " + actual;
    }
}
