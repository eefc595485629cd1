package dev.sluice.apiserver.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/// The checksum of a row: CRC32C over all that the row says, because SQLite does not checksum its pages (H6.6).
final class RowSum {
    private RowSum() {}

    /// Format 2: every column. The texts are set apart by a zero byte, which none of them may contain.
    static long of(Journal.Row row) {
        CRC32C crc = new CRC32C();
        ByteBuffer numbers = ByteBuffer.allocate(4 * Long.BYTES);
        numbers.putLong(row.revision())
                .putLong(row.previous())
                .putLong(row.committedMillis())
                .putLong(row.deleted() ? 1 : 0);
        crc.update(numbers.array());
        ObjectKey key = row.key();
        for (String text : new String[] {key.resource(), key.namespace(), key.name(), row.uid()}) {
            crc.update(text.getBytes(StandardCharsets.UTF_8));
            crc.update(0);
        }
        crc.update(row.value());
        return crc.getValue();
    }

    /// Format 1: the value alone.
    static long ofValue(byte[] value) {
        CRC32C crc = new CRC32C();
        crc.update(value);
        return crc.getValue();
    }
}
