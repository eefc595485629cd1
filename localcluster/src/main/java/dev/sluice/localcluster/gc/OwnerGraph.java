package dev.sluice.localcluster.gc;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who owns whom, over all kinds, kept up to date object by object. A change costs what it changes.
final class OwnerGraph {
    private final Map<String, Owned> objectByUid = new HashMap<>();
    private final Map<String, Set<String>> dependentsByOwner = new HashMap<>();

    /// An object came or changed.
    ///
    /// @return uids of objects that must be looked at for it
    synchronized Set<String> put(Owned object) {
        Owned before = objectByUid.put(object.uid(), object);
        if (before != null) {
            unlink(before);
        }
        for (Owned.Owner owner : object.owners()) {
            dependentsByOwner
                    .computeIfAbsent(owner.uid(), _ -> new LinkedHashSet<>())
                    .add(object.uid());
        }
        Set<String> affected = new LinkedHashSet<>();
        if (needsLook(object)) {
            affected.add(object.uid());
        }
        if (before != null) {
            // Whoever it no longer depends on may have waited for that.
            before.owners().stream()
                    .map(Owned.Owner::uid)
                    .filter(owner -> !object.isOwnedBy(owner) && waits(owner))
                    .forEach(affected::add);
        }
        return affected;
    }

    private boolean needsLook(Owned object) {
        if (object.deleting()) {
            return object.foreground() || object.orphan();
        }
        for (Owned.Owner owner : object.owners()) {
            Owned known = objectByUid.get(owner.uid());
            if (known == null || known.deleting()) {
                return true;
            }
        }
        return false;
    }

    private boolean waits(String uid) {
        Owned owner = objectByUid.get(uid);
        return owner != null && owner.deleting();
    }

    /// An object is gone.
    ///
    /// @return uids of objects that must be looked at for it
    synchronized Set<String> remove(String uid) {
        Set<String> affected = new LinkedHashSet<>(dependentsByOwner.getOrDefault(uid, Set.of()));
        Owned gone = objectByUid.remove(uid);
        if (gone != null) {
            unlink(gone);
            gone.owners().stream().map(Owned.Owner::uid).filter(this::waits).forEach(affected::add);
        }
        return affected;
    }

    private void unlink(Owned object) {
        for (Owned.Owner owner : object.owners()) {
            Set<String> dependents = dependentsByOwner.get(owner.uid());
            if (dependents != null) {
                dependents.remove(object.uid());
                if (dependents.isEmpty()) {
                    dependentsByOwner.remove(owner.uid());
                }
            }
        }
    }

    synchronized @Nullable Owned get(String uid) {
        return objectByUid.get(uid);
    }

    synchronized List<Owned> dependents(String uid) {
        return dependentsByOwner.getOrDefault(uid, Set.of()).stream()
                .map(objectByUid::get)
                .filter(Objects::nonNull)
                .toList();
    }

    /// The uids that are known of one resource, for a comparison with a new list.
    synchronized Map<String, Owned> ofResource(String resource) {
        Map<String, Owned> found = new LinkedHashMap<>();
        for (Owned object : objectByUid.values()) {
            if (object.ref().kind().resource().equals(resource)) {
                found.put(object.uid(), object);
            }
        }
        return found;
    }
}
