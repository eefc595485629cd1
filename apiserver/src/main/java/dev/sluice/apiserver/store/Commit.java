package dev.sluice.apiserver.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What became of a commit.
public sealed interface Commit {
    /// It is on disk and visible.
    ///
    /// @param objects one for each change, in order; for a delete the last state at the deletion's revision
    record Done(List<StoredObject> objects) implements Commit {}

    /// Nothing was changed, because an object was not as expected.
    ///
    /// @param current the object as it is, null when it does not exist
    record Stale(ObjectKey key, @Nullable StoredObject current) implements Commit {}
}
