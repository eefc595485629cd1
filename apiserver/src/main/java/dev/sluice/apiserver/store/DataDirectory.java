package dev.sluice.apiserver.store;

import dev.sluice.apiserver.error.FileFault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// A directory that belongs to one process at a time: a lock on its file `LOCK` says so (H6.1). Closing gives it back.
public final class DataDirectory implements AutoCloseable {
    private final Path path;
    private final FileChannel channel;
    private final FileLock lock;

    private DataDirectory(Path path, FileChannel channel, FileLock lock) {
        this.path = path;
        this.channel = channel;
        this.lock = lock;
    }

    /// Makes the directory when it is absent (mode 0700) and takes it.
    ///
    /// @throws JournalFailure when another process has it, or it may not be written
    public static DataDirectory take(Path path) throws JournalFailure {
        try {
            PrivateFiles.directory(path);
            PrivateFiles.ensure(path.resolve("LOCK"));
            FileChannel channel =
                    FileChannel.open(
                            path.resolve("LOCK"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                String owner = owner(channel);
                channel.close();
                throw new JournalFailure(
                        "The data directory "
                                + path
                                + " is in use by another process"
                                + (owner.isEmpty() ? "" : " (pid " + owner + ")")
                                + "; stop it or choose another directory.");
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(
                            Long.toString(ProcessHandle.current().pid())
                                    .getBytes(StandardCharsets.US_ASCII)),
                    0);
            return new DataDirectory(path, channel, lock);
        } catch (AccessDeniedException denied) {
            throw new JournalFailure(
                    "There is no permission to write to the data directory " + path + ".", denied);
        } catch (FileAlreadyExistsException file) {
            throw new JournalFailure(
                    "The data directory " + path + " cannot be made: a file is in its place.",
                    file);
        } catch (IOException failure) {
            throw new JournalFailure(
                    "The data directory "
                            + path
                            + " cannot be used: "
                            + FileFault.reasonOfWrite(failure)
                            + ".",
                    failure);
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() throws JournalFailure {
        try {
            lock.release();
            channel.close();
        } catch (IOException failure) {
            throw new JournalFailure("The lock of " + path + " could not be released", failure);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException sameProcess) {
            return null;
        }
    }

    private static String owner(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(32);
        int length = channel.read(text, 0);
        return length <= 0 ? "" : new String(text.array(), 0, length, StandardCharsets.US_ASCII);
    }
}
