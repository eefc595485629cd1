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

    @Override
    public String toString() {
        return path + ": expected " + expected + ", got " + actual;
    }
}
