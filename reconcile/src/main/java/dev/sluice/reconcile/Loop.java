package dev.sluice.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A work queue of keys and the threads that take from it. A key that is queued twice is worked on once; a key that
/// is being worked on is not started again until it is through. A refused write brings its key back: at once after a
/// conflict (the newer state is on its way), else after a pause that doubles.
public final class Loop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
    private static final Duration PAUSE_MIN = Duration.ofMillis(50);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(30);
    private static final int IMMEDIATE_RETRIES_MAX = 5;

    private final String name;
    private final Clock clock;
    private final Reconciler reconciler;
    private final List<Thread> workers = new ArrayList<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final LinkedHashSet<Key> queued = new LinkedHashSet<>();
    private final Set<Key> running = new HashSet<>();
    private final Set<Key> again = new HashSet<>();
    private final Map<Key, Clock.Alarm> alarms = new HashMap<>();
    private final Map<Key, Integer> failures = new HashMap<>();
    private boolean held;
    private boolean closed;

    Loop(String name, Clock clock, int workerCount, Reconciler reconciler) {
        this.name = name;
        this.clock = clock;
        this.reconciler = reconciler;
        for (int i = 0; i < workerCount; i++) {
            workers.add(Thread.ofVirtual().name(name + "-" + i).unstarted(this::run));
        }
    }

    void start() {
        workers.forEach(Thread::start);
    }

    /// Puts a key into the queue, unless it is there already.
    public void enqueue(Key key) {
        lock.lock();
        try {
            enqueueLocked(key);
        } finally {
            lock.unlock();
        }
    }

    /// Puts the keys that `keys` finds for a change into the queue, for every change of the cache from now on and for every object
    /// that it holds.
    public <T extends HasMetadata> Loop on(
            Cache<T> cache, Function<Change<T>, ? extends Collection<Key>> keys) {
        cache.onChange(change -> keys.apply(change).forEach(this::enqueue));
        return this;
    }

    /// Reconciles each object of a cache whenever it changes.
    public <T extends HasMetadata> Loop onEach(Cache<T> cache) {
        cache.onChange(change -> enqueue(change.key()));
        return this;
    }

    /// Said by a reconciler before it reads everything anew, as after a write of its own: what has changed until now brings its key
    /// back no more.
    public void looksAgain(Key key) {
        lock.lock();
        try {
            again.remove(key);
        } finally {
            lock.unlock();
        }
    }

    /// While it is held the loop starts nothing; what comes in waits.
    void hold(boolean hold) {
        lock.lock();
        try {
            held = hold;
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Whether nothing is queued and nothing runs. Keys that wait for an alarm do not count.
    boolean idle() {
        lock.lock();
        try {
            return queued.isEmpty() && running.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            alarms.values().forEach(Clock.Alarm::cancel);
            alarms.clear();
            work.signalAll();
        } finally {
            lock.unlock();
        }
        workers.forEach(Thread::interrupt);
    }

    @Override
    public String toString() {
        return "Loop " + name;
    }

    private void enqueueLocked(Key key) {
        if (closed) {
            return;
        }
        if (running.contains(key)) {
            again.add(key);
        } else if (queued.add(key)) {
            work.signal();
        }
    }

    private void run() {
        Key key;
        while ((key = take()) != null) {
            Outcome outcome = null;
            try {
                outcome = reconciler.reconcile(key);
                settle(key, outcome);
            } catch (KubernetesClientException refused) {
                outcome = retry(key, refused);
            } finally {
                if (outcome == null) {
                    // Our own bug: the worker's end is reported by the thread's handler; the key is
                    // not lost.
                    replaceWorker();
                    release(key, Outcome.again(PAUSE_MAX));
                }
            }
        }
    }

    private void settle(Key key, Outcome outcome) {
        lock.lock();
        try {
            failures.remove(key);
        } finally {
            lock.unlock();
        }
        release(key, outcome);
    }

    private Outcome retry(Key key, KubernetesClientException refused) {
        int count;
        lock.lock();
        try {
            count = failures.merge(key, 1, Integer::sum);
        } finally {
            lock.unlock();
        }
        boolean conflict =
                refused.getCode() == HttpURLConnection.HTTP_CONFLICT
                        || refused.getCode() == HttpURLConnection.HTTP_NOT_FOUND;
        Duration pause = conflict && count <= IMMEDIATE_RETRIES_MAX ? Duration.ZERO : pause(count);
        if (!conflict && !Thread.currentThread().isInterrupted()) {
            LOG.atWarn()
                    .addKeyValue("controller", name)
                    .addKeyValue("key", key)
                    .addKeyValue("error", refused.getMessage())
                    .addKeyValue("pause", pause)
                    .log("reconciling failed, trying again");
        }
        Outcome outcome = Outcome.again(pause);
        release(key, outcome);
        return outcome;
    }

    private static Duration pause(int failures) {
        Duration pause = PAUSE_MIN.multipliedBy(1L << Math.min(failures - 1, 20));
        return pause.compareTo(PAUSE_MAX) < 0 ? pause : PAUSE_MAX;
    }

    private @Nullable Key take() {
        lock.lock();
        try {
            while ((queued.isEmpty() || held) && !closed) {
                work.await();
            }
            if (closed) {
                return null;
            }
            Key key = queued.removeFirst();
            running.add(key);
            Clock.Alarm alarm = alarms.remove(key);
            if (alarm != null) {
                alarm.cancel();
            }
            return key;
        } catch (InterruptedException stop) {
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void release(Key key, Outcome outcome) {
        lock.lock();
        try {
            running.remove(key);
            if (again.remove(key)) {
                enqueueLocked(key);
            } else if (outcome instanceof Outcome.Again(Duration after)) {
                if (after.isZero()) {
                    enqueueLocked(key);
                } else if (!closed) {
                    alarms.put(
                            key, clock.schedule(clock.instant().plus(after), () -> enqueue(key)));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void replaceWorker() {
        lock.lock();
        try {
            if (!closed) {
                Thread.ofVirtual().name(name + "-again").start(this::run);
            }
        } finally {
            lock.unlock();
        }
    }
}
