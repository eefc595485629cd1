package dev.sluice.reconcile;

/// Brings one object to what it should be: reads the caches into one value, decides, writes the difference or nothing.
@FunctionalInterface
public interface Reconciler {
    /// Called for one key at a time; different keys may run side by side.
    ///
    /// @throws io.fabric8.kubernetes.client.KubernetesClientException when a write was refused; the key is tried again
    Outcome reconcile(Key key);
}
