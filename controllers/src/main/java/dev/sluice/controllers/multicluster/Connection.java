package dev.sluice.controllers.multicluster;

import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Link;
import dev.sluice.reconcile.Loss;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One way to one worker: attempts to make a connection, and the connection when one succeeds. One worker of a loop at a time
/// changes it; a loss and the end of an attempt are told by other threads.
final class Connection {
    private final Access.Usable access;
    private Attempts attempts = Attempts.NONE;
    private @Nullable Cluster cluster;
    private boolean established;
    private volatile @Nullable Link link;
    private volatile @Nullable Loss loss;

    Connection(Access.Usable access) {
        this.access = access;
    }

    Access.Usable access() {
        return access;
    }

    /// Whether it is still the way when this is how the worker is reached.
    boolean isBy(Access.Usable now) {
        return access.text().equals(now.text());
    }

    Attempts attempts() {
        return attempts;
    }

    @Nullable Cluster cluster() {
        return cluster;
    }

    /// Whether the worker is connected.
    boolean stands() {
        return established && loss == null;
    }

    /// Why it stands no more; empty as long as it does, and when it never did.
    String lossInWords() {
        Loss lost = loss;
        return established && lost != null ? words(lost) : "";
    }

    private String words(Loss lost) {
        return LossWords.of(access.config().getMasterUrl(), lost);
    }

    /// An attempt begins.
    ///
    /// @param onLost called when a connection that was made is lost
    Link begin(Cluster with, Runnable onLost) {
        cluster = with;
        loss = null;
        Link begun =
                with.link(
                        lost -> {
                            loss = lost;
                            onLost.run();
                        });
        link = begun;
        return begun;
    }

    /// Ends an attempt that lasts; nothing if none does. From any thread.
    void abandonAttempt() {
        Link begun = link;
        if (begun != null) {
            begun.abandon();
        }
    }

    void succeeded() {
        link = null;
        established = true;
        attempts = Attempts.NONE;
    }

    void failed(String why, Instant now) {
        attempts = attempts.after(why, now);
    }

    void failed(Loss why, Instant now) {
        failed(words(why), now);
    }

    /// Forgets what was begun or made; the attempts are remembered.
    void end() {
        link = null;
        established = false;
        loss = null;
        cluster = null;
    }
}
