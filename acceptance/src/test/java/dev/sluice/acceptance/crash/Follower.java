package dev.sluice.acceptance.crash;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A watch that goes on after each restart from the last revision that it has seen, and keeps what it was told. Where the server says
/// that this revision is too old, it lists again, as every informer does.
final class Follower implements Watcher<ConfigMap> {
    private final Map<String, Long> revisionByName = new TreeMap<>();
    private final List<String> complaints = new ArrayList<>();
    private long seen = -1;
    private boolean expired;
    private @Nullable Watch watch;

    /// Lists if needed, then watches from the last revision seen.
    synchronized void resume(KubernetesClient client) {
        if (seen < 0 || expired) {
            ConfigMapList list = client.configMaps().inNamespace("default").list();
            revisionByName.clear();
            list.getItems()
                    .forEach(
                            object ->
                                    revisionByName.put(
                                            object.getMetadata().getName(),
                                            Acknowledged.revision(object)));
            seen = Long.parseLong(list.getMetadata().getResourceVersion());
            expired = false;
        }
        watch =
                client.configMaps()
                        .inNamespace("default")
                        .watch(
                                new ListOptionsBuilder()
                                        .withResourceVersion(Long.toString(seen))
                                        .build(),
                                this);
    }

    @Override
    public synchronized void eventReceived(Action action, ConfigMap object) {
        if (action == Action.BOOKMARK) {
            seen = Math.max(seen, Acknowledged.revision(object));
            return;
        }
        long revision = Acknowledged.revision(object);
        if (revision <= seen) {
            complaints.add(action + " at revision " + revision + " came after " + seen);
        }
        seen = Math.max(seen, revision);
        if (action == Action.DELETED) {
            revisionByName.remove(object.getMetadata().getName());
        } else {
            revisionByName.put(object.getMetadata().getName(), revision);
        }
        notifyAll();
    }

    @Override
    public synchronized void onClose(WatcherException cause) {
        if (cause.asClientException().getCode() == HttpURLConnection.HTTP_GONE) {
            expired = true;
        }
        notifyAll();
    }

    /// Waits until everything up to this revision has arrived, or the server refused to go on.
    synchronized void await(long revision, long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        while (seen < revision && !expired && System.nanoTime() < end) {
            wait(Math.max(1, (end - System.nanoTime()) / 1_000_000));
        }
    }

    synchronized boolean isExpired() {
        return expired;
    }

    synchronized Map<String, Long> revisionByName() {
        return new TreeMap<>(revisionByName);
    }

    synchronized List<String> complaints() {
        return List.copyOf(complaints);
    }

    synchronized void leave() {
        Watch open = watch;
        if (open != null) {
            open.close();
        }
    }
}
