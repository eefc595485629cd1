package dev.sluice.localcluster.gc;

import java.util.List;

/// What the collector knows of an object: who it is, who owns it, and whether it is on its way out.
///
/// @param revision which state of the object this is
/// @param deleting whether it has a deletionTimestamp
record Owned(
        String uid,
        ObjectRef ref,
        long revision,
        List<Owner> owners,
        boolean deleting,
        List<String> finalizers) {
    static final String FOREGROUND = "foregroundDeletion";
    static final String ORPHAN = "orphan";

    /// One owner reference.
    ///
    /// @param blocks whether the owner's foreground deletion waits for this object
    record Owner(String uid, String apiVersion, String kind, String name, boolean blocks) {}

    Owned {
        owners = List.copyOf(owners);
        finalizers = List.copyOf(finalizers);
    }

    /// Whether its deletion waits for its dependents to go first.
    boolean foreground() {
        return finalizers.contains(FOREGROUND);
    }

    /// Whether its deletion waits for its dependents to be let go.
    boolean orphan() {
        return finalizers.contains(ORPHAN);
    }

    /// Whether the object is being deleted and stays until its dependents are gone.
    boolean waitsForDependents() {
        return deleting && foreground();
    }

    boolean isOwnedBy(String ownerUid) {
        return owners.stream().anyMatch(owner -> owner.uid().equals(ownerUid));
    }

    boolean blocks(String ownerUid) {
        return owners.stream().anyMatch(owner -> owner.uid().equals(ownerUid) && owner.blocks());
    }
}
