package dev.sluice.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What fails below the store: writes, disks, single bits (H6.5, H6.9, H6.12, H6.50).
///
/// `-Dsluice.damage.rounds=N` plays more rounds of damage than {@value #ROUNDS}; `-Dsluice.damage.seed=N` other ones.
class StorageFaultsTest {
    private static final int ROUNDS = 40;
    private static final int WRITES = 14;
    private static final long MIB = 1 << 20;

    @TempDir Path directory;

    @Test
    void aFailedWriteEndsWritingAndLosesNothingThatWasAcknowledged() throws Exception {
        for (FaultyJournal.Moment moment : FaultyJournal.Moment.values()) {
            for (int at = 0; at < WRITES; at++) {
                Path data = directory.resolve(moment + "-" + at);
                Ledger ledger = new Ledger(at);
                try (DataDirectory taken = DataDirectory.take(data);
                        Store store = faulty(taken, at, moment)) {
                    for (int i = 0; i < at; i++) {
                        ledger.change(store);
                    }
                    assertThatExceptionOfType(StoreReadOnly.class)
                            .isThrownBy(() -> ledger.change(store))
                            .withMessageContaining("injected");
                    assertThatExceptionOfType(StoreReadOnly.class)
                            .isThrownBy(() -> ledger.change(store));
                    assertThat(Ledger.held(store)).as("reads go on").isEqualTo(ledger.newest());
                    assertThat(store.readOnly()).contains("injected");
                }
                try (DataDirectory taken = DataDirectory.take(data);
                        Store store = open(taken)) {
                    long told = moment == FaultyJournal.Moment.AFTER ? 1 : 0;
                    assertThat(store.snapshot().revision()).isEqualTo(1 + at + told);
                    if (told == 0) {
                        assertThat(Ledger.held(store)).isEqualTo(ledger.newest());
                    }
                }
            }
        }
    }

    @Test
    void aCrashAtAnyByteOfTheLogLeavesAStateThatWas() throws Exception {
        Ledger ledger = new Ledger(7);
        Path crashed = crashed(ledger);
        long length = Files.size(crashed.resolve("state.db-wal"));
        Random random = new Random(7);
        int newest = 0;
        for (long end = 0; end <= length; end += 1 + random.nextInt(3_000)) {
            Path copy = copy(crashed);
            try (RandomAccessFile log =
                    new RandomAccessFile(copy.resolve("state.db-wal").toFile(), "rw")) {
                log.setLength(end);
            }
            try (DataDirectory taken = DataDirectory.take(copy);
                    Store store = open(taken)) {
                int found = ledger.states().indexOf(Ledger.held(store));
                assertThat(found).as("cut at %s", end).isGreaterThanOrEqualTo(newest);
                assertThat(store.snapshot().revision()).isEqualTo(1 + found);
                newest = found;
            }
        }
        assertThat(newest).isGreaterThan(WRITES / 2);
    }

    @Test
    void damageIsFoundAndNeverServed() throws Exception {
        long seed = Long.getLong("sluice.damage.seed", 1);
        int rounds = Integer.getInteger("sluice.damage.rounds", ROUNDS);
        Random random = new Random(seed);
        Ledger ledger = new Ledger(seed);
        Path crashed = crashed(ledger);
        Path closed = closed(new Ledger(seed));
        int refused = 0;
        for (int round = 0; round < rounds; round++) {
            boolean log = random.nextBoolean();
            Path copy = copy(log ? crashed : closed);
            Path file = copy.resolve(log ? "state.db-wal" : "state.db");
            String damage = flip(file, random);
            try (DataDirectory taken = DataDirectory.take(copy);
                    Store store = open(taken)) {
                assertThat(ledger.states())
                        .as("seed %s round %s: %s", seed, round, damage)
                        .contains(Ledger.held(store));
            } catch (JournalFailure found) {
                refused++;
                assertThat(found).hasMessageContaining(copy.toString());
            }
        }
        assertThat(refused).as("seed %s", seed).isPositive();
    }

    @Test
    void aWrongFrameThatWholeTransactionsFollowIsNoTornWrite() throws Exception {
        Path crashed = crashed(new Ledger(3));
        try (RandomAccessFile log =
                new RandomAccessFile(crashed.resolve("state.db-wal").toFile(), "rw")) {
            log.seek(32 + 24 + 100);
            log.write(0x5a);
        }
        try (DataDirectory taken = DataDirectory.take(crashed)) {
            assertThatExceptionOfType(JournalFailure.class)
                    .isThrownBy(() -> open(taken))
                    .withMessageContaining("state.db-wal is damaged")
                    .withMessageContaining("transactions end after it");
        }
    }

    @Test
    void aFullDiskIsRefusedAndLosesNothing() throws Exception {
        Ledger ledger = new Ledger(5);
        try (DataDirectory taken = DataDirectory.take(directory.resolve("full"))) {
            FaultyJournal journal =
                    FaultyJournal.withRoom(SqliteJournal.open(taken.path(), MIB / 4));
            try (Store store = over(journal)) {
                assertThatExceptionOfType(StoreReadOnly.class)
                        .isThrownBy(
                                () -> {
                                    for (int i = 0; i < 10_000; i++) {
                                        ledger.change(store);
                                    }
                                })
                        .withMessageContaining("full");
            }
            assertThat(ledger.states()).hasSizeGreaterThan(50);
            try (Store store = open(taken)) {
                assertThat(Ledger.held(store)).isEqualTo(ledger.newest());
                ledger.change(store);
                assertThat(Ledger.held(store)).isEqualTo(ledger.newest());
            }
        }
    }

    @Test
    void whenRoomIsShortOnlyWhatMakesNothingLargerIsTaken() throws JournalFailure {
        FaultyJournal journal = FaultyJournal.withRoom(new MemoryJournal());
        ObjectKey key = new ObjectKey("configmaps", "default", "a");
        ObjectKey other = new ObjectKey("configmaps", "default", "b");
        try (Store store = over(journal)) {
            store.commit(List.of(new Change.Put(key, Ledger.draft("a", "long"), Change.ABSENT)));
            journal.room(MIB);

            assertThatExceptionOfType(StoreReadOnly.class)
                    .isThrownBy(() -> put(store, other, "x"))
                    .withMessageContaining("the disk is full");
            assertThatExceptionOfType(StoreReadOnly.class)
                    .isThrownBy(() -> put(store, key, "much longer than it was before"));
            assertThat(store.isFull()).isTrue();
            assertThat(put(store, key, "l")).isInstanceOf(Commit.Done.class);
            assertThat(store.commit(List.of(new Change.Delete(key, Change.ANY))))
                    .isInstanceOf(Commit.Done.class);

            journal.room(Long.MAX_VALUE);
            assertThat(put(store, other, "x")).isInstanceOf(Commit.Done.class);
            assertThat(store.isFull()).isFalse();
        }
    }

    @Test
    void aChangedNameIsDamageToo() throws Exception {
        Path data = closed(new Ledger(2));
        sql(data, "UPDATE history SET name = 'other' WHERE revision = 2");

        try (DataDirectory taken = DataDirectory.take(data)) {
            assertThatExceptionOfType(JournalFailure.class)
                    .isThrownBy(() -> open(taken))
                    .withMessageContaining("checksum of revision 2");
        }
    }

    @Test
    void anOlderFormatIsBroughtUpToDate() throws Exception {
        Ledger ledger = new Ledger(4);
        Path data = closed(ledger);
        toFormatOne(data);

        for (int start = 0; start < 2; start++) {
            try (DataDirectory taken = DataDirectory.take(data);
                    Store store = open(taken)) {
                assertThat(Ledger.held(store)).isEqualTo(ledger.newest());
            }
        }
        sql(data, "UPDATE history SET name = 'other' WHERE revision = 2");
        try (DataDirectory taken = DataDirectory.take(data)) {
            assertThatExceptionOfType(JournalFailure.class).isThrownBy(() -> open(taken));
        }
    }

    @Test
    void damageInAnOlderFormatIsNotUpgradedAway() throws Exception {
        Path data = closed(new Ledger(4));
        toFormatOne(data);
        sql(data, "UPDATE history SET value = CAST('{}' AS BLOB) WHERE revision = 3");

        try (DataDirectory taken = DataDirectory.take(data)) {
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatExceptionOfType(JournalFailure.class)
                        .isThrownBy(() -> open(taken))
                        .withMessageContaining("checksum of revision 3");
            }
        }
    }

    private static String flip(Path file, Random random) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            long at = random.nextLong(bytes.length());
            int bit = 1 << random.nextInt(8);
            bytes.seek(at);
            int old = bytes.read();
            bytes.seek(at);
            bytes.write(old ^ bit);
            return file.getFileName() + " byte " + at + " xor " + bit;
        }
    }

    /// The files of a store that was killed: copied while it is open.
    private Path crashed(Ledger ledger) throws Exception {
        Path data = Files.createTempDirectory(directory, "open");
        try (DataDirectory taken = DataDirectory.take(data);
                Store store = open(taken)) {
            for (int i = 0; i < WRITES; i++) {
                ledger.change(store);
            }
            return copy(data);
        }
    }

    private Path closed(Ledger ledger) throws Exception {
        Path data = Files.createTempDirectory(directory, "closed");
        try (DataDirectory taken = DataDirectory.take(data);
                Store store = open(taken)) {
            for (int i = 0; i < WRITES; i++) {
                ledger.change(store);
            }
        }
        return data;
    }

    private Path copy(Path data) throws IOException {
        Path copy = Files.createTempDirectory(directory, "copy");
        for (String name : List.of("state.db", "state.db-wal")) {
            if (Files.exists(data.resolve(name))) {
                Files.copy(
                        data.resolve(name),
                        copy.resolve(name),
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return copy;
    }

    private static void toFormatOne(Path data) throws SQLException, JournalFailure {
        Path file = data.resolve("state.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement sql = connection.createStatement();
                PreparedStatement sum =
                        connection.prepareStatement(
                                "UPDATE history SET crc = ? WHERE revision = ?")) {
            for (Journal.Row row : SqliteFormat.rows(file, sql, SqliteFormat.NEWEST)) {
                sum.setLong(1, RowSum.ofValue(row.value()));
                sum.setLong(2, row.revision());
                sum.executeUpdate();
            }
            sql.execute("PRAGMA user_version = 1");
        }
    }

    private static void sql(Path data, String statement) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + data.resolve("state.db"));
                Statement sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    private static Commit put(Store store, ObjectKey key, String value) {
        return store.commit(
                List.of(new Change.Put(key, Ledger.draft(key.name(), value), Change.ANY)));
    }

    private static Store faulty(DataDirectory taken, int at, FaultyJournal.Moment moment)
            throws JournalFailure {
        return over(
                new FaultyJournal(SqliteJournal.open(taken.path(), Store.BYTES_MAX), at, moment));
    }

    private static Store over(Journal journal) throws JournalFailure {
        return Store.over(journal, 1_000, Duration.ofMinutes(5), InstantSource.system());
    }

    private static Store open(DataDirectory taken) throws JournalFailure {
        return Store.in(taken, 1_000, Duration.ofMinutes(5), InstantSource.system());
    }
}
