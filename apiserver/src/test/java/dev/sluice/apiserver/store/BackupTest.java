package dev.sluice.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Backups and what becomes of them (H6.7, H6.10, H6.50 e).
class BackupTest {
    @TempDir Path directory;

    private Path data;
    private Path file;

    @BeforeEach
    void name() {
        data = directory.resolve("data");
        file = directory.resolve("backup");
    }

    @Test
    void aBackupOfARunningStoreIsOneOfItsStates() throws Exception {
        Ledger ledger = new Ledger(1);
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch writing = new CountDownLatch(50);
        try (DataDirectory taken = DataDirectory.take(data);
                Store store = open(taken)) {
            Thread writer =
                    Thread.startVirtualThread(
                            () -> {
                                while (!stop.get()) {
                                    ledger.change(store);
                                    writing.countDown();
                                }
                            });
            writing.await();
            Backup.Contents contents = Backup.write(data, file);
            stop.set(true);
            writer.join();
            assertThat(store.readOnly()).isNull();

            Path restored = directory.resolve("restored");
            Backup.Contents back = Backup.restore(file, restored);
            try (DataDirectory again = DataDirectory.take(restored);
                    Store copy = open(again)) {
                int state = (int) contents.revision() - 1;
                assertThat(Ledger.held(copy)).isEqualTo(ledger.states().get(state));
                assertThat(back.objects()).isEqualTo(contents.objects());
                assertThat(copy.snapshot().revision())
                        .as("no revision is given twice (H5.1)")
                        .isEqualTo(contents.revision() + 1_000_000)
                        .isEqualTo(back.revision());
                assertThat(copy.history().from("configmaps", contents.revision()))
                        .as("clients of the old server list again")
                        .isNull();
            }
        }
    }

    @Test
    void credentialsComeWithItAndStayPrivate() throws Exception {
        fill();
        PrivateFiles.directory(data.resolve("tls"));
        Files.writeString(data.resolve("tls").resolve("ca.key"), "secret");
        Backup.write(data, file);
        Path restored = directory.resolve("restored");
        Backup.restore(file, restored);

        Path key = restored.resolve("tls").resolve("ca.key");
        assertThat(Files.readString(key)).isEqualTo("secret");
        for (Path each : new Path[] {file, key, restored.resolve("state.db")}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                    .as(each.toString())
                    .isEqualTo("rw-------");
        }
        try (var names = Files.list(directory)) {
            assertThat(names.map(p -> p.getFileName().toString()))
                    .containsExactlyInAnyOrder("data", "backup", "restored");
        }
    }

    @Test
    void nothingIsOverwritten() throws Exception {
        fill();
        Backup.write(data, file);

        assertThatExceptionOfType(JournalFailure.class)
                .isThrownBy(() -> Backup.write(data, file))
                .withMessageContaining("exists");
        assertThatExceptionOfType(JournalFailure.class)
                .isThrownBy(() -> Backup.restore(file, data))
                .withMessageContaining("expected a directory without data");
    }

    @Test
    void aServerInTheWayIsNamed() throws Exception {
        fill();
        Backup.write(data, file);
        try (DataDirectory taken = DataDirectory.take(data)) {
            assertThatExceptionOfType(JournalFailure.class)
                    .isThrownBy(() -> Backup.restore(file, taken.path()))
                    .withMessageContaining("in use by another process");
        }
    }

    @Test
    void whatIsNoBackupOrDamagedIsRefusedAndLeavesNothing() throws Exception {
        fill();
        Backup.write(data, file);
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(bytes.length() / 2);
            bytes.write(new byte[3_000]);
        }
        Path restored = directory.resolve("restored");
        for (Path wrong : new Path[] {file, data.resolve("state.db")}) {
            assertThatExceptionOfType(JournalFailure.class)
                    .isThrownBy(() -> Backup.restore(wrong, restored));
        }
        Path text = Files.writeString(directory.resolve("text"), "no database ".repeat(500));
        assertThatExceptionOfType(JournalFailure.class)
                .isThrownBy(() -> Backup.restore(text, restored))
                .withMessageContaining(text.toString())
                .withMessageNotContaining("partial");
        assertThat(restored).doesNotExist();

        Files.createDirectory(restored);
        assertThatExceptionOfType(JournalFailure.class)
                .isThrownBy(() -> Backup.restore(text, restored));
        try (var names = Files.list(restored)) {
            assertThat(names.map(p -> p.getFileName().toString())).containsExactly("LOCK");
        }
    }

    @Test
    void aDirectoryWithoutDataHasNoBackup() {
        assertThatExceptionOfType(JournalFailure.class)
                .isThrownBy(() -> Backup.write(data, file))
                .withMessageContaining("expected the data directory of a server");
        assertThat(file).doesNotExist();
    }

    private void fill() throws JournalFailure, IOException {
        Ledger ledger = new Ledger(1);
        try (DataDirectory taken = DataDirectory.take(data);
                Store store = open(taken)) {
            for (int i = 0; i < 60; i++) {
                ledger.change(store);
            }
            assertThat(Ledger.held(store)).isNotEqualTo(Map.of());
        }
    }

    private static Store open(DataDirectory taken) throws JournalFailure {
        return Store.in(taken, 10_000, Duration.ofMinutes(5), InstantSource.system());
    }
}
