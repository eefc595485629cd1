package dev.sluice.apiserver.store;

/// One wanted change of one object, with the condition under which it may happen.
public sealed interface Change {
    /// The object must not exist.
    long ABSENT = 0;

    /// Any state will do; the object must exist for a delete.
    long ANY = -1;

    ObjectKey key();

    /// The revision that the object must have, or [#ABSENT], or [#ANY].
    long expected();

    /// Creates or replaces.
    record Put(ObjectKey key, Draft draft, long expected) implements Change {}

    /// Removes.
    record Delete(ObjectKey key, long expected) implements Change {}
}
