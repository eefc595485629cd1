package dev.sluice.apiserver.audit;

import dev.sluice.apiserver.store.PrivateFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// A file of lines that is set aside when it has grown large: `FILE` is the newest, then `FILE.1`, `FILE.2`, … Belongs to
/// one thread.
final class RotatingFile implements AutoCloseable {
    private final Path file;
    private final long bytesMax;
    private final int kept;
    private OutputStream out;
    private long bytes;

    /// @param bytesMax a larger file is set aside
    /// @param kept so many older files stay
    RotatingFile(Path file, long bytesMax, int kept) throws IOException {
        this.file = file;
        this.bytesMax = bytesMax;
        this.kept = kept;
        this.out = open();
    }

    private OutputStream open() throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            PrivateFiles.directory(parent);
        }
        PrivateFiles.ensure(file);
        bytes = Files.size(file);
        return new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.APPEND));
    }

    /// @param line with its newline
    void write(byte[] line) throws IOException {
        if (bytes > 0 && bytes + line.length > bytesMax) {
            rotate();
        }
        out.write(line);
        bytes += line.length;
    }

    void flush() throws IOException {
        out.flush();
    }

    private void rotate() throws IOException {
        out.close();
        for (int i = kept - 1; i >= 1; i--) {
            Path older = numbered(i);
            if (Files.exists(older)) {
                Files.move(older, numbered(i + 1), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        if (kept > 0) {
            Files.move(file, numbered(1), StandardCopyOption.REPLACE_EXISTING);
        } else {
            Files.delete(file);
        }
        out = open();
    }

    private Path numbered(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
