package dev.sluice.apiserver.watch;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/// Wakes the watches of a resource when it has changed. The store's writer only drops a note; waking is the work of a
/// thread of its own, so that a thousand watches cost a writer nothing (H5.40).
public final class WatchHub implements AutoCloseable {
    private static final Set<String> STOP = Set.of();

    private final Map<String, Set<WatchStream>> watches = new ConcurrentHashMap<>();
    private final LinkedBlockingQueue<Set<String>> changed = new LinkedBlockingQueue<>();
    private final Thread waker;

    public WatchHub() {
        waker = Thread.ofPlatform().daemon().name("watch-waker").start(this::wake);
    }

    /// Notes that resources have changed; returns at once.
    public void changed(Set<String> resources) {
        changed.add(resources);
    }

    void add(WatchStream watch) {
        watches.computeIfAbsent(watch.resource(), _ -> ConcurrentHashMap.newKeySet()).add(watch);
    }

    void remove(WatchStream watch) {
        Set<WatchStream> all = watches.get(watch.resource());
        if (all != null) {
            all.remove(watch);
        }
    }

    /// Ends the watches of one resource (its definition went away).
    public void end(String resource) {
        watches.getOrDefault(resource, Set.of()).forEach(WatchStream::close);
    }

    /// How many watches are open.
    public int size() {
        return watches.values().stream().mapToInt(Set::size).sum();
    }

    /// Ends all watches cleanly (H5.42).
    @Override
    public void close() {
        changed.add(STOP);
        watches.values().forEach(all -> all.forEach(WatchStream::close));
    }

    private void wake() {
        try {
            while (true) {
                Set<String> resources = changed.take();
                if (resources == STOP) {
                    return;
                }
                for (String resource : resources) {
                    watches.getOrDefault(resource, Set.of()).forEach(WatchStream::wake);
                }
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }
}
