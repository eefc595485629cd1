package dev.sluice.api.v1beta2;

/// Names of the API group (A1.1).
public final class Kueue {
    /// The group of all kinds of this package.
    public static final String GROUP = "kueue.x-k8s.io";

    /// The version that is stored.
    public static final String VERSION = "v1beta2";

    /// What `apiVersion` says.
    public static final String API_VERSION = GROUP + "/" + VERSION;

    private Kueue() {}
}
