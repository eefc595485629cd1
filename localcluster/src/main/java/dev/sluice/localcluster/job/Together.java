package dev.sluice.localcluster.job;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/// Writes of one kind, side by side: first one, then two, four and so on, so that a server that refuses them all is
/// asked only once (H9.1).
public final class Together {
    private static final int WIDTH_MAX = 64;

    /// Runs `write` for each item and waits for all.
    ///
    /// @throws KubernetesClientException the first refusal; what was not started yet is left out then
    public <T> void run(List<T> items, Consumer<T> write) {
        int done = 0;
        int width = 1;
        while (done < items.size()) {
            List<T> batch = items.subList(done, Math.min(done + width, items.size()));
            if (batch.size() == 1) {
                write.accept(batch.getFirst());
            } else {
                runBatch(batch, write);
            }
            done += batch.size();
            width = Math.min(2 * width, WIDTH_MAX);
        }
    }

    private static <T> void runBatch(List<T> batch, Consumer<T> write) {
        var refusals = new ConcurrentLinkedQueue<KubernetesClientException>();
        List<Thread> threads = new ArrayList<>(batch.size());
        for (T item : batch) {
            threads.add(
                    Thread.startVirtualThread(
                            () -> {
                                try {
                                    write.accept(item);
                                } catch (KubernetesClientException refused) {
                                    refusals.add(refused);
                                }
                            }));
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        KubernetesClientException refused = refusals.poll();
        if (refused != null) {
            throw refused;
        }
    }
}
