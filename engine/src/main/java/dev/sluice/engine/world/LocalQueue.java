package dev.sluice.engine.world;

import dev.sluice.engine.queue.Lane;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.sharing.Consumption;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.LocalQueueSpec;
import dev.sluice.engine.spec.StopPolicy;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A live LocalQueue, or the mere name of one that workloads mention.
public final class LocalQueue extends Lane {

    private final LocalQueueKey key;

    @Nullable LocalQueueSpec spec;

    /// All workloads that name it and are not finished.
    final Set<Workload> workloads = new LinkedHashSet<>();

    /// Null while admission fair sharing does not concern it.
    @Nullable Consumption consumption;

    int reserving;
    int admitted;
    final Usage reserved = new Usage();
    final Usage used = new Usage();

    LocalQueue(LocalQueueKey key) {
        this.key = key;
    }

    public LocalQueueKey key() {
        return key;
    }

    /// What was told about it; null if there is no such object.
    public @Nullable LocalQueueSpec spec() {
        return spec;
    }

    /// Whether workloads may be queued through it: it exists and is not stopped (R3.2, R3.27).
    public boolean isOpen() {
        return spec != null && spec.stopPolicy() == StopPolicy.NONE;
    }

    /// Its ledger of admission fair sharing, or null (R7.22).
    public @Nullable Consumption consumption() {
        return consumption;
    }

    /// Usage by admitted workloads.
    public Usage used() {
        return used;
    }

    public Usage reserved() {
        return reserved;
    }

    public int reservingCount() {
        return reserving;
    }

    public int admittedCount() {
        return admitted;
    }

    public Set<Workload> workloads() {
        return workloads;
    }
}
