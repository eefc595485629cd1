package dev.sluice.apiserver.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/// The checksum of a row: CRC32C over all that the row says, because SQLite does not checksum its pages (H6.6).
final class RowSum {
    private RowSum() {}

    /// Format 2: every column.
    static long of(Journal.Row row) {
        ObjectKey key = row.key();
        String texts =
                String.join("\0", key.resource(), key.namespace(), key.name(), row.uid(), "");
        return of(
                row.revision(),
                row.previous(),
                row.committedMillis(),
                row.deleted(),
                texts.getBytes(StandardCharsets.UTF_8),
                row.value());
    }

    /// @param texts resource, namespace, name and uid in UTF-8, each with a zero byte after it, which none of them may
    ///     contain
    static long of(
            long revision,
            long previous,
            long committedMillis,
            boolean deleted,
            byte[] texts,
            byte[] value) {
        CRC32C crc = new CRC32C();
        ByteBuffer numbers = ByteBuffer.allocate(4 * Long.BYTES);
        numbers.putLong(revision)
                .putLong(previous)
                .putLong(committedMillis)
                .putLong(deleted ? 1 : 0);
        crc.update(numbers.array());
        crc.update(texts);
        crc.update(value);
        return crc.getValue();
    }

    /// Format 1: the value alone.
    static long ofValue(byte[] value) {
        CRC32C crc = new CRC32C();
        crc.update(value);
        return crc.getValue();
    }
}
