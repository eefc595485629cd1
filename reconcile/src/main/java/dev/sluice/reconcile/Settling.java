package dev.sluice.reconcile;

import java.util.HashSet;
import java.util.Set;

/// How far the watch of one kind is behind our own writes. Guarded by the lock of its [Cache], but for the one
/// volatile answer.
final class Settling {
    /// Deleted by us; the watch has shown neither the mark nor the end.
    private final Set<Key> marking = new HashSet<>();

    /// Our write let go of the last thing that held it; the watch has not shown the end.
    private final Set<Key> vanishing = new HashSet<>();

    private long written;
    private long seen;
    private volatile boolean settled = true;

    boolean settled() {
        return settled;
    }

    void written(long revision, Key key, boolean vanishes) {
        written = Math.max(written, revision);
        if (vanishes) {
            vanishing.add(key);
        }
        judge();
    }

    void deleting(Key key) {
        marking.add(key);
        judge();
    }

    void seen(long revision, Key key, boolean marked) {
        seen = Math.max(seen, revision);
        if (marked) {
            marking.remove(key);
        }
        judge();
    }

    void seenGone(long revision, Key key) {
        seen = Math.max(seen, revision);
        marking.remove(key);
        vanishing.remove(key);
        judge();
    }

    void seenAll(long revision) {
        seen = Math.max(seen, revision);
        marking.clear();
        vanishing.clear();
        judge();
    }

    private void judge() {
        settled = marking.isEmpty() && vanishing.isEmpty() && seen >= written;
    }
}
