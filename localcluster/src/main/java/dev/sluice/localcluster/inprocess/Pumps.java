package dev.sluice.localcluster.inprocess;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The streams that are being read at the moment.
final class Pumps {
    private final Set<FramePump> open = ConcurrentHashMap.newKeySet();

    void add(FramePump pump) {
        open.add(pump);
    }

    void remove(FramePump pump) {
        open.remove(pump);
    }

    /// Whether every reader has dealt with every frame there is.
    boolean areCaughtUp() {
        return open.stream().allMatch(FramePump::isCaughtUp);
    }

    void close() {
        open.forEach(FramePump::close);
    }
}
