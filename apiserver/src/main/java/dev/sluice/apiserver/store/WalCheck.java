package dev.sluice.apiserver.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Looks at a write-ahead log before SQLite does. SQLite drops everything from the first wrong frame on, as it must after
/// a torn write; but a torn write is in the last transaction. A wrong frame that whole transactions follow is damage, and
/// dropping them would lose what was acknowledged.
final class WalCheck {
    private static final int HEADER_BYTES = 32;
    private static final int FRAME_HEADER_BYTES = 24;
    private static final int MAGIC = 0x377f0682;

    private final Path file;
    private final FileChannel channel;
    private final ByteOrder order;
    private final int pageBytes;
    private final long salt;
    private int sum1;
    private int sum2;

    private WalCheck(Path file, FileChannel channel, ByteBuffer header) {
        this.file = file;
        this.channel = channel;
        this.order = (header.getInt(0) & 1) == 1 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        this.pageBytes = header.getInt(8);
        this.salt = header.getLong(16);
        add(header, 0, 24);
    }

    /// @param database the file that the log belongs to
    /// @throws JournalFailure when acknowledged transactions would be lost
    static void run(Path database) throws JournalFailure {
        Path log = database.resolveSibling(database.getFileName() + "-wal");
        try {
            if (!Files.exists(log) || Files.size(log) <= HEADER_BYTES + FRAME_HEADER_BYTES) {
                return;
            }
            try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
                ByteBuffer header = read(channel, 0, HEADER_BYTES);
                boolean known = (header.getInt(0) & ~1) == MAGIC && header.getInt(8) >= 512;
                WalCheck check = known ? new WalCheck(log, channel, header) : null;
                if (check == null || !check.isSum(header, 24)) {
                    throw SqliteFormat.damaged(log, "its head is wrong", null);
                }
                check.frames();
            }
        } catch (IOException unreadable) {
            throw new JournalFailure(
                    log + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    private void frames() throws IOException, JournalFailure {
        long frameBytes = FRAME_HEADER_BYTES + (long) pageBytes;
        long count = (channel.size() - HEADER_BYTES) / frameBytes;
        long wrong = -1;
        int ends = 0;
        for (long i = 0; i < count; i++) {
            ByteBuffer frame = read(channel, HEADER_BYTES + i * frameBytes, (int) frameBytes);
            if (frame.getLong(8) != salt) {
                // mostly the rest of an older, longer log; if the salt itself is wrong, right ones
                // follow
                wrong = wrong < 0 ? i : wrong;
                continue;
            }
            if (wrong < 0) {
                add(frame, 0, 8);
                add(frame, FRAME_HEADER_BYTES, (int) frameBytes);
                wrong = isSum(frame, 16) ? -1 : i;
            }
            if (wrong >= 0 && frame.getInt(4) != 0) {
                ends++;
            }
        }
        if (ends > 1) {
            throw SqliteFormat.damaged(
                    file,
                    "frame "
                            + (wrong + 1)
                            + " is wrong, and "
                            + ends
                            + " transactions end after it",
                    null);
        }
    }

    private boolean isSum(ByteBuffer from, int at) {
        return from.getInt(at) == sum1 && from.getInt(at + 4) == sum2;
    }

    private void add(ByteBuffer bytes, int from, int to) {
        ByteBuffer words = bytes.duplicate().order(order);
        for (int i = from; i < to; i += 8) {
            sum1 += words.getInt(i) + sum2;
            sum2 += words.getInt(i + 4) + sum1;
        }
    }

    private static ByteBuffer read(FileChannel channel, long at, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, at + buffer.position()) < 0) {
                throw new IOException("it ends before byte " + (at + bytes));
            }
        }
        return buffer.flip();
    }
}
