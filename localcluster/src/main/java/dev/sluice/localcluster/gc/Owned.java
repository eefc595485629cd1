package dev.sluice.localcluster.gc;

import java.util.List;

/// What the collector knows of an object: who it is, who owns it, and whether it is on its way out.
///
/// @param deleting whether it has a deletionTimestamp
/// @param foreground whether it waits for its dependents to go first
/// @param orphan whether it waits for its dependents to be let go
record Owned(
        String uid,
        ObjectRef ref,
        List<Owner> owners,
        boolean deleting,
        boolean foreground,
        boolean orphan) {

    /// One owner reference.
    ///
    /// @param blocks whether the owner's foreground deletion waits for this object
    record Owner(String uid, String apiVersion, String kind, String name, boolean blocks) {}

    Owned {
        owners = List.copyOf(owners);
    }

    /// Whether the object is being deleted and stays until its dependents are gone.
    boolean waitsForDependents() {
        return deleting && foreground;
    }

    boolean isOwnedBy(String ownerUid) {
        return owners.stream().anyMatch(owner -> owner.uid().equals(ownerUid));
    }

    boolean blocks(String ownerUid) {
        return owners.stream().anyMatch(owner -> owner.uid().equals(ownerUid) && owner.blocks());
    }
}
