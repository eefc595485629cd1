package dev.sluice.podscheduler.queue;

import dev.sluice.podscheduler.cluster.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A pod that waits for a node, with its history. Changed by [SchedulingQueue] alone.
public sealed class QueuedPod permits QueuedGroup {
    private Pod pod;
    private final long order;
    private Instant since;
    private Pool pool = Pool.NONE;
    private int attempts;
    private int refusals;
    private int errorsInARow;
    private @Nullable Instant pausedUntil;
    private @Nullable Instant flushed;
    private boolean triedByFlush;
    private @Nullable Instant firstTryable;
    private @Nullable String gatedBy;
    private @Nullable QueuedGroup group;
    private Set<String> refusedBy = Set.of();
    private Set<String> pendingBy = Set.of();

    /// Where a pod waits. It is in one place at a time (S2.3).
    public enum Pool {
        /// In none: being tried, or gone.
        NONE,
        ACTIVE,
        /// Pauses after plugins refused it.
        BACKOFF,
        /// Pauses after an attempt broke.
        ERROR_BACKOFF,
        /// Waits for an event that may help.
        UNSCHEDULABLE,
        /// Kept out by a gating plugin.
        GATED
    }

    /// @param order arrival, which breaks ties
    QueuedPod(Pod pod, long order, Instant since) {
        this.pod = pod;
        this.order = order;
        this.since = since;
    }

    public Pod pod() {
        return pod;
    }

    /// Its key in the queue.
    String id() {
        return pod.uid();
    }

    /// The pods that an event may help.
    List<Pod> concerned() {
        return List.of(pod);
    }

    /// What is queued for the pod: itself, or the group in which it waits.
    public QueuedPod queued() {
        return group == null ? this : group;
    }

    @Nullable QueuedGroup group() {
        return group;
    }

    void in(@Nullable QueuedGroup newGroup) {
        group = newGroup;
    }

    /// When it was last put into the queue.
    public Instant since() {
        return since;
    }

    public Pool pool() {
        return pool;
    }

    /// How often it has been tried.
    public int attempts() {
        return attempts;
    }

    /// When it could first be tried; time spent gated does not count (S1.64). Null while it never could.
    public @Nullable Instant firstTryable() {
        return firstTryable;
    }

    /// The plugin that keeps it out, or null.
    public @Nullable String gatedBy() {
        return gatedBy;
    }

    /// The plugins that refused it last.
    public Set<String> refusedBy() {
        return refusedBy;
    }

    boolean isPendingBy(String plugin) {
        return pendingBy.contains(plugin);
    }

    /// The plugins whose change of mind it waits for: the one that gates it, else those that refused it.
    Set<String> heldBy() {
        return gatedBy == null ? refusedBy : Set.of(gatedBy);
    }

    long order() {
        return order;
    }

    void become(Pod newPod) {
        pod = newPod;
    }

    void moveTo(Pool newPool) {
        pool = newPool;
    }

    void gate(@Nullable String plugin) {
        gatedBy = plugin;
    }

    void tryableAt(Instant now) {
        if (firstTryable == null) {
            firstTryable = now;
        }
    }

    void beginAttempt() {
        attempts++;
        refusedBy = Set.of();
        pendingBy = Set.of();
        gatedBy = null;
        pausedUntil = null;
        triedByFlush = flushed != null;
        flushed = null;
    }

    /// @param pending those of the plugins that wait for something outside
    void refused(Set<String> plugins, Set<String> pending, Instant now) {
        refusals++;
        errorsInARow = 0;
        refusedBy = plugins;
        pendingBy = pending;
        since = now;
        pausedUntil = null;
    }

    void broken(Instant now) {
        errorsInARow++;
        refusedBy = Set.of();
        since = now;
        pausedUntil = null;
    }

    void flushedAt(@Nullable Instant now) {
        flushed = now;
    }

    /// Whether it was the flush, and no event, that brought its last attempt.
    public boolean triedByFlush() {
        return triedByFlush;
    }

    /// Since when it is parked, as the flush counts: a look in between starts the time anew (S2.75).
    Instant parkedSince() {
        return flushed != null && flushed.isAfter(since) ? flushed : since;
    }

    /// When its pause is over; computed once per failure (S2.22).
    Instant pausedUntil(Backoff backoff) {
        if (pausedUntil == null) {
            pausedUntil = backoff.until(since, errorsInARow > 0 ? errorsInARow : refusals);
        }
        return pausedUntil;
    }
}
