package dev.sluice.apiserver.store;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All objects, with one global revision (H5.1). Reads take the current [Snapshot] from memory. Writes go to one writer
/// thread that takes what is queued, checks each against the state that the ones before it leave, gives revisions,
/// makes the batch durable with one sync, publishes it in revision order and only then answers (H6.3, H6.32).
public final class Store implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Store.class);

    /// Most commits that share one sync.
    private static final int BATCH_MAX = 512;

    /// Most commits that wait for the writer; more block their callers.
    private static final int QUEUE_MAX = 4_096;

    /// Most dead rows that one sync removes, so that thinning never holds up writers (H6.34).
    private static final int THINNED_MAX = 256;

    private final Journal journal;
    private final History history;
    private final InstantSource clock;
    private final BlockingQueue<Pending> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final List<Consumer<Set<String>>> listeners = new CopyOnWriteArrayList<>();
    private final List<Long> dead;
    private final ReentrantLock waiting = new ReentrantLock();
    private final Condition advanced = waiting.newCondition();
    private final Thread writer;
    private volatile Snapshot current;
    private volatile @Nullable String readOnly;
    private volatile boolean full;

    /// With less room than this only deletions, and changes that make nothing larger, are taken (H6.11).
    private static final long ROOM_BYTES_MIN = 64L << 20;

    /// What a database may grow to unless told otherwise (H6.11).
    public static final long BYTES_MAX = 8L << 30;

    /// How long the writer waits for work before it looks for history to drop.
    private static final long IDLE_MILLIS = 1_000;

    private record Pending(List<Change> changes, CompletableFuture<Commit> outcome) {}

    /// Reads everything and starts the writer.
    private Store(Journal journal, int historyEvents, Duration historyTime, InstantSource clock)
            throws JournalFailure {
        this.journal = journal;
        this.clock = clock;
        Journal.Marks marks = journal.marks();
        this.history = new History(historyEvents, historyTime, Math.max(1, marks.oldest()));
        Replay replay = new Replay(history, Math.max(marks.revision(), marks.oldest()));
        journal.replay(replay::take);
        this.current = replay.result();
        this.dead = replay.dead();
        this.writer = Thread.ofPlatform().daemon().name("store-writer").unstarted(this::write);
        writer.start();
    }

    /// A store that keeps nothing when it is closed.
    public static Store inMemory(int historyEvents, Duration historyTime, InstantSource clock)
            throws JournalFailure {
        return new Store(new MemoryJournal(), historyEvents, historyTime, clock);
    }

    /// A store in a data directory, which stays taken by the caller.
    public static Store in(
            DataDirectory directory, int historyEvents, Duration historyTime, InstantSource clock)
            throws JournalFailure {
        Journal journal = SqliteJournal.open(directory.path(), BYTES_MAX);
        return over(journal, historyEvents, historyTime, clock);
    }

    /// A store over any journal, which it closes when it cannot start.
    static Store over(Journal journal, int historyEvents, Duration historyTime, InstantSource clock)
            throws JournalFailure {
        try {
            return new Store(journal, historyEvents, historyTime, clock);
        } catch (JournalFailure failure) {
            journal.close();
            throw failure;
        }
    }

    /// The newest committed state.
    public Snapshot snapshot() {
        return current;
    }

    public History history() {
        return history;
    }

    /// Why nothing can be written any more, or null.
    public @Nullable String readOnly() {
        return readOnly;
    }

    /// Whether only deletions are taken, because the disk is nearly full.
    public boolean isFull() {
        return full;
    }

    /// Called by the writer after each batch with the resources that changed; must return at once.
    public void onCommit(Consumer<Set<String>> listener) {
        listeners.add(listener);
    }

    /// Changes one or more objects together and waits until that is durable and visible.
    ///
    /// @throws StoreReadOnly when the store takes no writes
    public Commit commit(List<Change> changes) {
        Pending pending = new Pending(List.copyOf(changes), new CompletableFuture<>());
        refuseIfReadOnly();
        try {
            queue.put(pending);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreReadOnly("interrupted before the change was taken");
        }
        if (readOnly != null) {
            failQueued();
        }
        try {
            return pending.outcome().join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof StoreReadOnly refused) {
                throw refused;
            }
            throw failed;
        }
    }

    /// Waits until a revision is there.
    ///
    /// @return false when it did not come in time
    public boolean await(long revision, Duration atMost) throws InterruptedException {
        long nanos = atMost.toNanos();
        waiting.lockInterruptibly();
        try {
            while (current.revision() < revision) {
                if (nanos <= 0) {
                    return false;
                }
                nanos = advanced.awaitNanos(nanos);
            }
            return true;
        } finally {
            waiting.unlock();
        }
    }

    /// Writes what is queued, then closes the journal.
    @Override
    public void close() {
        if (readOnly == null) {
            readOnly = "the store is closed";
        }
        writer.interrupt();
        try {
            writer.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        try {
            journal.close();
        } catch (JournalFailure failure) {
            LOG.warn("The journal did not close cleanly", failure);
        }
    }

    private void write() {
        List<Pending> batch = new ArrayList<>();
        while (readOnly == null || !queue.isEmpty()) {
            try {
                Pending first = queue.poll(dead.isEmpty() ? IDLE_MILLIS : 1, MILLISECONDS);
                if (first == null) {
                    thin();
                } else {
                    batch.add(first);
                    queue.drainTo(batch, BATCH_MAX - 1);
                }
            } catch (InterruptedException closing) {
                queue.drainTo(batch, BATCH_MAX);
            }
            if (!batch.isEmpty()) {
                write(batch);
                batch.clear();
            }
        }
        failQueued();
    }

    private void write(List<Pending> batch) {
        Batch work = new Batch(current, clock.millis());
        List<Commit> outcomes = new ArrayList<>(batch.size());
        boolean tight = isTight();
        batch.removeIf(p -> tight && work.grows(p.changes()) && refused(p));
        for (Pending pending : batch) {
            outcomes.add(work.apply(pending.changes()));
        }
        if (!work.events().isEmpty()) {
            List<Long> thinned = thinned(work.millis());
            try {
                journal.append(work.rows(), thinned, history.oldest());
            } catch (JournalFailure failure) {
                LOG.error("The store is read-only from now on", failure);
                readOnly = String.valueOf(failure.getMessage());
                batch.forEach(p -> p.outcome().completeExceptionally(refusal()));
                return;
            }
            publish(work);
        }
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).outcome().complete(outcomes.get(i));
        }
    }

    private boolean isTight() {
        try {
            full = journal.room() < ROOM_BYTES_MIN;
        } catch (JournalFailure unknown) {
            full = true;
            LOG.warn("The room on the disk is not known", unknown);
        }
        return full;
    }

    private static boolean refused(Pending pending) {
        return pending.outcome()
                .completeExceptionally(
                        new StoreReadOnly(
                                "the disk is full: less than "
                                        + (ROOM_BYTES_MIN >> 20)
                                        + " MiB are left. Deleting is possible; nothing else is taken until there is room again."));
    }

    /// Drops history when there is nothing else to do, a step at a time.
    private void thin() {
        List<Long> thinned = thinned(clock.millis());
        if (thinned.isEmpty()) {
            return;
        }
        try {
            journal.append(List.of(), thinned, history.oldest());
        } catch (JournalFailure failure) {
            LOG.error("The store is read-only from now on", failure);
            readOnly = String.valueOf(failure.getMessage());
        }
    }

    private List<Long> thinned(long nowMillis) {
        dead.addAll(history.trim(nowMillis));
        List<Long> head = dead.subList(0, Math.min(dead.size(), THINNED_MAX));
        List<Long> thinned = List.copyOf(head);
        head.clear();
        return thinned;
    }

    private void publish(Batch work) {
        Set<String> resources = new LinkedHashSet<>();
        for (StoreEvent event : work.events()) {
            history.append(event);
            resources.add(event.object().key().resource());
        }
        waiting.lock();
        try {
            current = work.result();
            advanced.signalAll();
        } finally {
            waiting.unlock();
        }
        for (Consumer<Set<String>> listener : listeners) {
            listener.accept(resources);
        }
    }

    private void refuseIfReadOnly() {
        if (readOnly != null) {
            throw refusal();
        }
    }

    private StoreReadOnly refusal() {
        return new StoreReadOnly("storage takes no writes: " + readOnly);
    }

    private void failQueued() {
        List<Pending> left = new ArrayList<>();
        queue.drainTo(left);
        left.forEach(p -> p.outcome().completeExceptionally(refusal()));
    }
}
