package dev.sluice.controllers.multicluster;

import dev.sluice.reconcile.Clock;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Notices changes of files by watching their folders; what changes within a moment is told once (L5.1). Files that
/// Kubernetes mounts are links which change all together, in the folder where they lie.
final class FolderWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);
    private static final Duration BATCH = Duration.ofMillis(100);

    private final Clock clock;
    private final Runnable onChange;
    private final AtomicBoolean told = new AtomicBoolean();

    /// Made for the first file: most managers have none. Guarded by this object's lock.
    private @Nullable WatchService service;

    private boolean closed;

    /// @param onChange called on the clock's thread; it takes note and returns
    FolderWatch(Clock clock, Runnable onChange) {
        this.clock = clock;
        this.onChange = onChange;
    }

    /// Watches the folder of a file, and the one of what it is a link to; again if it does already. A folder that is not there is
    /// not watched.
    synchronized void follow(Path file) {
        if (closed) {
            return;
        }
        try {
            WatchService watching = service;
            if (watching == null) {
                watching = FileSystems.getDefault().newWatchService();
                service = watching;
                WatchService mine = watching;
                Thread.ofVirtual().name("sluice-kubeconfigs").start(() -> run(mine));
            }
            register(file, watching);
            register(file.toRealPath(), watching);
        } catch (IOException unwatched) {
            LOG.atDebug().addKeyValue("file", file).log("folder is not watched");
        }
    }

    private static void register(Path file, WatchService watching) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            folder.register(
                    watching,
                    StandardWatchEventKinds.ENTRY_CREATE,
                    StandardWatchEventKinds.ENTRY_MODIFY,
                    StandardWatchEventKinds.ENTRY_DELETE);
        }
    }

    private void run(WatchService watching) {
        try {
            while (true) {
                WatchKey key = watching.take();
                key.pollEvents();
                key.reset();
                if (told.compareAndSet(false, true)) {
                    clock.schedule(clock.instant().plus(BATCH), this::tell);
                }
            }
        } catch (InterruptedException | ClosedWatchServiceException stop) {
            // Nobody wants to know any more.
        }
    }

    private void tell() {
        told.set(false);
        onChange.run();
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            if (service != null) {
                service.close();
            }
        } catch (IOException stays) {
            LOG.atDebug().log("watch of folders not closed");
        }
    }
}
