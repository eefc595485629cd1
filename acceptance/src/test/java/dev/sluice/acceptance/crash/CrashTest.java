package dev.sluice.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.acceptance.SluiceProcess;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Writers and watchers are at work when the server is killed, again and again (H6.2, H5.42). After each restart every write that was
/// confirmed is there, revisions have not gone back, and a watch that resumes where it was is told everything that it missed.
///
/// `-Dsluice.crash.rounds=N` plays more rounds than {@value #ROUNDS}; `-Dsluice.crash.seed=N` other moments.
class CrashTest {
    private static final int ROUNDS = 25;
    private static final int WRITERS = 4;
    private static final int WRITES_BEFORE_CRASH_MAX = 400;
    private static final int READS_MAX = 5;
    private static final long PATIENCE_MILLIS = 150_000;

    @TempDir private Path folder;

    private final Acknowledged acknowledged = new Acknowledged();
    private final Follower follower = new Follower();

    @Test
    void nothingConfirmedIsLost() throws IOException, InterruptedException {
        Random random = new Random(Long.getLong("sluice.crash.seed", 1));
        int rounds = Integer.getInteger("sluice.crash.rounds", ROUNDS);
        for (int round = 0; round < rounds; round++) {
            SluiceProcess sluice = started();
            try (KubernetesClient client = client(sluice, 0);
                    KubernetesClient reader = client(sluice, READS_MAX)) {
                check(reader, round);
                loadUntil(1 + random.nextInt(WRITES_BEFORE_CRASH_MAX), client, round, sluice);
            } finally {
                sluice.kill();
            }
            if ((round + 1) % ROUNDS == 0) {
                System.out.printf(
                        "%d crashes, %d objects confirmed, revision %d%n",
                        round + 1,
                        acknowledged.newestByName().size(),
                        acknowledged.newestRevision());
            }
        }
        try (SluiceProcess sluice = started();
                KubernetesClient reader = client(sluice, READS_MAX)) {
            check(reader, rounds);
            follower.leave();
        }
        assertThat(acknowledged.newestByName()).as("objects written").hasSizeGreaterThan(rounds);
    }

    private SluiceProcess started() throws IOException {
        return SluiceProcess.up(
                List.of("apiserver", "--data", folder.resolve("data").toString(), "--port", "0"));
    }

    /// A write that is sent again could be refused for what it did the first time; a read may be sent again when a connection breaks.
    private static KubernetesClient client(SluiceProcess sluice, int retries) {
        Config config = Config.fromKubeconfig(sluice.kubeconfig().toFile());
        config.setRequestRetryBackoffLimit(retries);
        config.setRequestTimeout((int) PATIENCE_MILLIS);
        config.setConnectionTimeout((int) PATIENCE_MILLIS);
        config.setWatchReconnectLimit(0);
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    /// Lets the writers write and kills the server in the middle of it.
    private void loadUntil(int writes, KubernetesClient client, int round, SluiceProcess sluice)
            throws InterruptedException {
        CountDownLatch written = new CountDownLatch(writes);
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            Writer writer = new Writer(client, "r" + round + "-w" + i + "-", acknowledged, written);
            writers.add(Thread.ofVirtual().start(writer));
        }
        assertThat(written.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                .as("writes of round %s", round)
                .isTrue();
        sluice.kill();
        for (Thread writer : writers) {
            writer.join();
        }
    }

    private void check(KubernetesClient client, int round) throws InterruptedException {
        ConfigMapList list = client.configMaps().inNamespace("default").list();
        long revision = Long.parseLong(list.getMetadata().getResourceVersion());
        assertThat(revision)
                .as("revision after restart %s", round)
                .isGreaterThanOrEqualTo(acknowledged.newestRevision());
        Map<String, Long> there = new TreeMap<>();
        Map<String, ConfigMap> objects = new TreeMap<>();
        for (ConfigMap object : list.getItems()) {
            there.put(object.getMetadata().getName(), Acknowledged.revision(object));
            objects.put(object.getMetadata().getName(), object);
        }
        acknowledged.newestByName().forEach((name, confirmed) -> present(name, confirmed, objects));
        follow(client, revision, there);
    }

    private static void present(String name, ConfigMap confirmed, Map<String, ConfigMap> objects) {
        assertThat(objects).as("%s was confirmed", name).containsKey(name);
        ConfigMap object = Objects.requireNonNull(objects.get(name));
        assertThat(Acknowledged.revision(object))
                .as(name)
                .isGreaterThanOrEqualTo(Acknowledged.revision(confirmed));
        if (Acknowledged.revision(object) == Acknowledged.revision(confirmed)) {
            assertThat(object.getData()).as(name).isEqualTo(confirmed.getData());
        }
    }

    private void follow(KubernetesClient client, long revision, Map<String, Long> there)
            throws InterruptedException {
        follower.resume(client);
        long newestObject = there.values().stream().mapToLong(Long::longValue).max().orElse(0);
        follower.await(Math.min(revision, newestObject), PATIENCE_MILLIS);
        if (follower.isExpired()) {
            follower.resume(client);
        }
        assertThat(follower.complaints()).isEmpty();
        assertThat(follower.revisionByName()).as("what the watch has told").isEqualTo(there);
    }
}
