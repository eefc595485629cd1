package dev.sluice.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The store in memory and on disk (H5.1, H6).
class StoreTest {
    private static final ObjectKey KEY = new ObjectKey("configmaps", "default", "a");

    @TempDir Path directory;

    @Test
    void givesTheFirstCommitRevisionTwoAndCountsOn() throws JournalFailure {
        try (Store store = inMemory()) {
            assertThat(put(store, KEY, "1", Change.ABSENT).revision()).isEqualTo(2);
            assertThat(put(store, KEY, "2", 2).revision()).isEqualTo(3);
            assertThat(store.snapshot().revision()).isEqualTo(3);
        }
    }

    @Test
    void writesTheRevisionIntoTheObject() throws JournalFailure {
        try (Store store = inMemory()) {
            StoredObject object = put(store, KEY, "1", Change.ABSENT);

            assertThat(object.tree().at("/metadata/resourceVersion").asText()).isEqualTo("2");
            assertThat(object.at(77).tree().at("/metadata/resourceVersion").asText())
                    .isEqualTo("77");
            assertThat(object.at(77).tree().at("/data/v").asText()).isEqualTo("1");
        }
    }

    @Test
    void refusesAChangeOfSomethingElseThanExpected() throws JournalFailure {
        try (Store store = inMemory()) {
            put(store, KEY, "1", Change.ABSENT);

            for (long wrong : new long[] {Change.ABSENT, 1, 3}) {
                Commit commit = store.commit(List.of(new Change.Put(KEY, draft("2"), wrong)));
                assertThat(commit).isInstanceOf(Commit.Stale.class);
            }
            assertThat(store.commit(List.of(new Change.Delete(other("gone"), Change.ANY))))
                    .isEqualTo(new Commit.Stale(other("gone"), null));
            assertThat(store.snapshot().revision()).isEqualTo(2);
        }
    }

    @Test
    void doesAllOfACommitOrNothing() throws JournalFailure {
        try (Store store = inMemory()) {
            put(store, KEY, "1", Change.ABSENT);

            Commit commit =
                    store.commit(
                            List.of(
                                    new Change.Put(other("b"), draft("x"), Change.ABSENT),
                                    new Change.Put(KEY, draft("2"), 99)));

            assertThat(commit).isInstanceOf(Commit.Stale.class);
            assertThat(store.snapshot().get(other("b"))).isNull();
            assertThat(store.snapshot().revision()).isEqualTo(2);
        }
    }

    @Test
    void losesNoWriteOfManyWritersOfOneObject() throws Exception {
        try (Store store = inMemory()) {
            put(store, KEY, "0", Change.ABSENT);
            AtomicInteger won = new AtomicInteger();
            CountDownLatch done = new CountDownLatch(8);
            for (int i = 0; i < 8; i++) {
                Thread.startVirtualThread(
                        () -> {
                            for (int n = 0; n < 50; n++) {
                                increment(store);
                                won.incrementAndGet();
                            }
                            done.countDown();
                        });
            }
            done.await();
            assertThat(value(store, KEY)).isEqualTo(Integer.toString(won.get()));
            assertThat(store.snapshot().revision()).isEqualTo(2 + won.get());
        }
    }

    @Test
    void remembersEverythingAfterAReopening() throws JournalFailure {
        try (DataDirectory taken = DataDirectory.take(directory);
                Store store = open(taken)) {
            put(store, KEY, "1", Change.ABSENT);
            put(store, KEY, "2", 2);
            put(store, other("b"), "x", Change.ABSENT);
            store.commit(List.of(new Change.Delete(other("b"), 4)));
        }
        try (DataDirectory taken = DataDirectory.take(directory);
                Store store = open(taken)) {
            assertThat(store.snapshot().revision()).isEqualTo(5);
            assertThat(value(store, KEY)).isEqualTo("2");
            assertThat(store.snapshot().get(other("b"))).isNull();
            assertThat(eventsAfter(store, 2))
                    .as("watches resume over a restart (H5.31)")
                    .containsExactly("MODIFIED 3", "ADDED 4", "DELETED 5");
        }
    }

    @Test
    void neverGoesBackWhenTheLastRowsWereThinnedOut() throws JournalFailure {
        try (DataDirectory taken = DataDirectory.take(directory);
                Store store = Store.in(taken, 1, Duration.ZERO, ticking())) {
            for (int i = 0; i < 20; i++) {
                StoredObject object = put(store, KEY, "v", Change.ABSENT);
                store.commit(List.of(new Change.Delete(KEY, object.revision())));
            }
        }
        try (DataDirectory taken = DataDirectory.take(directory);
                Store store = open(taken)) {
            assertThat(store.snapshot().revision()).isEqualTo(41);
            assertThat(store.history().from("configmaps", 3)).as("too old to resume").isNull();
            assertThat(put(store, KEY, "v", Change.ABSENT).revision()).isEqualTo(42);
        }
    }

    @Test
    void recoversWhatIsInAWriteAheadLogTornAtItsEnd() throws IOException, JournalFailure {
        Path copy = Files.createDirectory(directory.resolve("copy"));
        Path original = Files.createDirectory(directory.resolve("original"));
        try (DataDirectory taken = DataDirectory.take(original);
                Store store = open(taken)) {
            put(store, KEY, "1", Change.ABSENT);
            put(store, KEY, "2", 2);
            // as after a crash: the files of a store that was never closed, the last write half there
            for (String file : List.of("state.db", "state.db-wal")) {
                Files.copy(
                        original.resolve(file),
                        copy.resolve(file),
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Path log = copy.resolve("state.db-wal");
        try (RandomAccessFile torn = new RandomAccessFile(log.toFile(), "rw")) {
            torn.setLength(torn.length() - 100);
        }
        try (DataDirectory taken = DataDirectory.take(copy);
                Store store = open(taken)) {
            assertThat(value(store, KEY)).isEqualTo("1");
            assertThat(store.snapshot().revision()).isEqualTo(2);
        }
    }

    @Test
    void refusesADirectoryThatAnotherHas() throws JournalFailure {
        try (DataDirectory taken = DataDirectory.take(directory)) {
            assertThatExceptionOfType(JournalFailure.class)
                    .isThrownBy(() -> DataDirectory.take(taken.path()))
                    .withMessageContaining("in use by another process")
                    .withMessageContaining(directory.toString());
        }
    }

    @Test
    void refusesANewerFormat() throws JournalFailure, SQLException {
        fill();
        sql("PRAGMA user_version = 99");

        assertThatExceptionOfType(JournalFailure.class)
                .isThrownBy(this::reopen)
                .withMessageContaining("format 99")
                .withMessageContaining("newer version");
    }

    @Test
    void refusesAFileThatIsNoDatabase() throws JournalFailure, IOException {
        Files.writeString(directory.resolve("state.db"), "no database at all ".repeat(400));

        assertThatExceptionOfType(JournalFailure.class)
                .isThrownBy(this::reopen)
                .withMessageContaining("damaged");
    }

    @Test
    void refusesAValueWhoseChecksumIsWrong() throws JournalFailure, SQLException {
        fill();
        sql("UPDATE history SET value = CAST('{\"apiVersion\":1}' AS BLOB) WHERE revision = 2");

        assertThatExceptionOfType(JournalFailure.class)
                .isThrownBy(this::reopen)
                .withMessageContaining("checksum of revision 2");
    }

    @Test
    void showsAResourceAsItWas() throws JournalFailure {
        try (Store store = inMemory()) {
            put(store, KEY, "1", Change.ABSENT);
            put(store, other("b"), "x", Change.ABSENT);
            put(store, KEY, "2", 2);
            store.commit(List.of(new Change.Delete(other("b"), 3)));

            SortedTree<StoredObject> then =
                    Objects.requireNonNull(
                            store.history().at(store.snapshot(), "configmaps", 3));

            assertThat(then.size()).isEqualTo(2);
            assertThat(then.get(KEY.path())).extracting(StoredObject::revision).isEqualTo(2L);
            assertThat(then.get("default/b")).isNotNull();
        }
    }

    @Test
    void takesNoWritesAfterItsEnd() throws JournalFailure {
        Store store = inMemory();
        store.close();

        assertThatExceptionOfType(StoreReadOnly.class)
                .isThrownBy(() -> put(store, KEY, "1", Change.ABSENT));
    }

    private static void increment(Store store) {
        while (true) {
            StoredObject held = Objects.requireNonNull(store.snapshot().get(KEY));
            int next = held.tree().at("/data/v").asInt() + 1;
            Change change =
                    new Change.Put(KEY, draft(Integer.toString(next)), held.revision());
            if (store.commit(List.of(change)) instanceof Commit.Done) {
                return;
            }
        }
    }

    private void fill() throws JournalFailure {
        try (DataDirectory taken = DataDirectory.take(directory);
                Store store = open(taken)) {
            put(store, KEY, "1", Change.ABSENT);
        }
    }

    private void reopen() throws JournalFailure {
        try (DataDirectory taken = DataDirectory.take(directory);
                Store store = open(taken)) {
            assertThat(store.snapshot().revision()).isNegative();
        }
    }

    private void sql(String statement) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + directory.resolve("state.db"));
                Statement sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    private static List<String> eventsAfter(Store store, long revision) {
        List<String> all = new ArrayList<>();
        StoreEvent link = Objects.requireNonNull(store.history().from("configmaps", revision));
        for (StoreEvent e = link.next(); e != null; e = e.next()) {
            if (e.revision() > revision) {
                all.add(e.type() + " " + e.revision());
            }
        }
        return all;
    }

    private static Store inMemory() throws JournalFailure {
        return Store.inMemory(1_000, Duration.ofMinutes(5), InstantSource.system());
    }

    private static Store open(DataDirectory taken) throws JournalFailure {
        return Store.in(taken, 1_000, Duration.ofMinutes(5), InstantSource.system());
    }

    /// Each look at the clock is a second later, so that the history window always moves on.
    private static InstantSource ticking() {
        AtomicInteger seconds = new AtomicInteger();
        return () -> Instant.ofEpochSecond(seconds.incrementAndGet());
    }

    private static StoredObject put(Store store, ObjectKey key, String value, long expected) {
        Commit commit = store.commit(List.of(new Change.Put(key, draft(value), expected)));
        assertThat(commit).isInstanceOf(Commit.Done.class);
        return ((Commit.Done) commit).objects().getFirst();
    }

    private static String value(Store store, ObjectKey key) {
        return Objects.requireNonNull(store.snapshot().get(key)).tree().at("/data/v").asText();
    }

    private static ObjectKey other(String name) {
        return new ObjectKey("configmaps", "default", name);
    }

    private static Draft draft(String value) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", "v1").put("kind", "ConfigMap");
        object.putObject("metadata").put("name", "a").put("uid", "u-1");
        object.putObject("data").put("v", value);
        Draft draft = Draft.of(object);
        assertThat(new String(draft.json(), StandardCharsets.UTF_8)).startsWith("{\"apiVersion\"");
        return draft;
    }
}
