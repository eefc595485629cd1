package dev.sluice.apiserver.store;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads every row of a database once, by revision, each checked against its checksum before it is handed over (H6.6). One
/// thread reads while the caller's checks and takes what was read before: a start has two things to do at once (H6.13).
final class RowScan {
    /// Rows that are handed from thread to thread together.
    private static final int CHUNK_ROWS = 512;

    /// Chunks that may wait; more hold the reading thread up.
    private static final int CHUNKS_MAX = 4;

    /// The texts come as one value, set apart as [RowSum] sums them.
    private static final String QUERY =
            "SELECT revision, previous, committed, deleted, crc, CAST(resource || char(0) ||"
                    + " namespace || char(0) || name || char(0) || uid || char(0) AS BLOB), value"
                    + " FROM history ORDER BY revision";

    /// @param texts resource, namespace, name and uid in UTF-8, each with a zero byte after it
    private record Raw(
            long revision,
            long previous,
            long committedMillis,
            boolean deleted,
            long sum,
            byte @Nullable [] texts,
            byte @Nullable [] value) {}

    private final Path file;
    private final Statement sql;
    private final BlockingQueue<List<Raw>> read = new ArrayBlockingQueue<>(CHUNKS_MAX);
    private final Map<String, String> once = new HashMap<>();
    private volatile boolean stopped;
    private volatile @Nullable SQLException failure;

    private RowScan(Path file, Statement sql) {
        this.file = file;
        this.sql = sql;
    }

    /// @param format of the database
    /// @param each called on this thread
    /// @throws JournalFailure when a checksum is wrong; rows before it were handed over
    static void run(Path file, Statement sql, int format, Consumer<Journal.Row> each)
            throws SQLException, JournalFailure {
        RowScan scan = new RowScan(file, sql);
        CompletableFuture<Void> reading =
                CompletableFuture.runAsync(
                        scan::read,
                        task -> Thread.ofPlatform().daemon().name("store-reader").start(task));
        try {
            for (List<Raw> chunk = scan.read.take(); !chunk.isEmpty(); chunk = scan.read.take()) {
                for (Raw raw : chunk) {
                    each.accept(scan.checked(raw, format));
                }
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new JournalFailure("Reading " + file + " was interrupted.");
        } finally {
            scan.end(reading);
        }
        SQLException failed = scan.failure;
        if (failed != null) {
            throw failed;
        }
    }

    private void read() {
        try (ResultSet all = sql.executeQuery(QUERY)) {
            List<Raw> chunk = new ArrayList<>(CHUNK_ROWS);
            while (!stopped && all.next()) {
                chunk.add(
                        new Raw(
                                all.getLong(1),
                                all.getLong(2),
                                all.getLong(3),
                                all.getBoolean(4),
                                all.getLong(5),
                                all.getBytes(6),
                                all.getBytes(7)));
                if (chunk.size() == CHUNK_ROWS) {
                    hand(chunk);
                    chunk = new ArrayList<>(CHUNK_ROWS);
                }
            }
            if (!chunk.isEmpty()) {
                hand(chunk);
            }
        } catch (SQLException damaged) {
            failure = damaged;
        } finally {
            hand(List.of());
        }
    }

    private void hand(List<Raw> chunk) {
        try {
            read.put(chunk);
        } catch (InterruptedException stop) {
            throw new IllegalStateException("nobody interrupts the reading thread", stop);
        }
    }

    /// Nobody uses the statement after this. What the reading thread still hands over finds room.
    private void end(CompletableFuture<Void> reading) {
        stopped = true;
        read.clear();
        reading.join();
    }

    private Journal.Row checked(Raw raw, int format) throws JournalFailure {
        byte[] texts = raw.texts();
        byte[] value = raw.value();
        if (texts == null || value == null) {
            throw SqliteFormat.damaged(
                    file, "revision " + raw.revision() + " has an empty column", null);
        }
        long sum =
                format == 1
                        ? RowSum.ofValue(value)
                        : RowSum.of(
                                raw.revision(),
                                raw.previous(),
                                raw.committedMillis(),
                                raw.deleted(),
                                texts,
                                value);
        if (sum != raw.sum()) {
            throw SqliteFormat.damaged(
                    file, "the checksum of revision " + raw.revision() + " is wrong", null);
        }
        int namespaceAt = after(texts, 0);
        int nameAt = after(texts, namespaceAt);
        int uidAt = after(texts, nameAt);
        return new Journal.Row(
                raw.revision(),
                new ObjectKey(
                        shared(text(texts, 0, namespaceAt)),
                        shared(text(texts, namespaceAt, nameAt)),
                        text(texts, nameAt, uidAt)),
                text(texts, uidAt, texts.length),
                raw.deleted(),
                raw.previous(),
                raw.committedMillis(),
                value);
    }

    private static int after(byte[] texts, int from) {
        int at = from;
        while (texts[at] != 0) {
            at++;
        }
        return at + 1;
    }

    private static String text(byte[] texts, int from, int end) {
        return new String(texts, from, end - from - 1, StandardCharsets.UTF_8);
    }

    /// One string for all rows that say the same: there are few resources and namespaces.
    private String shared(String text) {
        String known = once.putIfAbsent(text, text);
        return known == null ? text : known;
    }
}
