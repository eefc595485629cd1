package dev.sluice.apiserver.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/// Copies a whole data directory into one file and back (H6.10, H6.35). The file is an SQLite database like `state.db`, with
/// one more table that holds the files of `tls/`: with it comes everything by which clients know the server.
///
/// A backup may be made while a server runs: it sees one revision, and the server's writer does not wait for it.
public final class Backup {
    /// A restored store begins so far above the backup, so that no revision is given twice (H5.1).
    private static final long JUMP = 1_000_000;

    private static final String DATABASE = "state.db";
    private static final String TLS = "tls";
    private static final String FILE_TABLES =
            "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'file'";

    private Backup() {}

    /// What a backup holds.
    ///
    /// @param revision of the newest change in it
    public record Contents(int objects, long revision) {}

    /// Writes a backup, checked to be readable. It gets its name only when it is whole and on disk.
    ///
    /// @param directory the data directory, whose server may run
    /// @param file must not exist
    /// @throws JournalFailure when the data are damaged, or the file cannot be written
    public static Contents write(Path directory, Path file) throws JournalFailure {
        Path database = directory.resolve(DATABASE);
        if (!Files.isRegularFile(database)) {
            throw new JournalFailure(
                    "There is no " + database + ", expected the data directory of a server.");
        }
        if (Files.exists(file)) {
            throw new JournalFailure(file + " exists, expected the name of a new file.");
        }
        Path partial = sibling(file, ".partial");
        try {
            PrivateFiles.replace(partial);
            copy(database, partial);
            addFiles(directory.resolve(TLS), partial);
            Contents contents = contents(partial);
            publish(partial, file);
            return contents;
        } catch (SQLException | IOException failure) {
            throw new JournalFailure(
                    "The backup " + file + " cannot be made: " + failure.getMessage(), failure);
        } finally {
            deleteQuietly(partial);
        }
    }

    private static void copy(Path database, Path into) throws SQLException, JournalFailure {
        try (Connection from = connect(database);
                Statement sql = from.createStatement()) {
            SqliteFormat.known(database, sql);
            sql.execute("PRAGMA busy_timeout = 10000");
            sql.execute("VACUUM INTO '" + into.toString().replace("'", "''") + "'");
        }
    }

    private static void addFiles(Path tls, Path backup) throws SQLException, IOException {
        try (Connection to = connect(backup);
                Statement sql = to.createStatement()) {
            sql.execute("CREATE TABLE file (name TEXT PRIMARY KEY, content BLOB NOT NULL)");
            if (!Files.isDirectory(tls)) {
                return;
            }
            try (PreparedStatement insert =
                            to.prepareStatement("INSERT INTO file (name, content) VALUES (?, ?)");
                    Stream<Path> files = Files.list(tls)) {
                for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                    insert.setString(1, String.valueOf(each.getFileName()));
                    insert.setBytes(2, Files.readAllBytes(each));
                    insert.executeUpdate();
                }
            }
        }
    }

    /// Reads a backup whole, as a server would.
    private static Contents contents(Path backup) throws SQLException, JournalFailure {
        try (Connection connection = connect(backup);
                Statement sql = connection.createStatement()) {
            int format = SqliteFormat.known(backup, sql);
            if (format == 0 || SqliteFormat.number(sql, FILE_TABLES) == 0) {
                throw new JournalFailure(
                        backup + " is no backup, expected a file that backup made.");
            }
            SqliteFormat.check(backup, sql);
            long revision = longest(sql, "SELECT max(value) FROM meta");
            Map<ObjectKey, Boolean> live = new HashMap<>();
            for (Journal.Row row : SqliteFormat.rows(backup, sql, format)) {
                revision = Math.max(revision, row.revision());
                if (row.deleted()) {
                    live.remove(row.key());
                } else {
                    live.put(row.key(), true);
                }
            }
            return new Contents(live.size(), revision);
        }
    }

    private static long longest(Statement sql, String query) throws SQLException {
        try (ResultSet result = sql.executeQuery(query)) {
            return result.next() ? result.getLong(1) : 0;
        }
    }

    /// Makes a data directory out of a backup. Its revisions go on [#JUMP] above those of the backup, so clients of the
    /// old server list again.
    ///
    /// @param directory absent, or without a database and without certificates
    /// @throws JournalFailure when the backup is damaged, or the directory has data already
    public static Contents restore(Path file, Path directory) throws JournalFailure {
        if (!Files.isRegularFile(file)) {
            throw new JournalFailure("There is no file " + file + ", expected a backup.");
        }
        boolean absent = Files.notExists(directory);
        boolean restored = false;
        try {
            Contents contents = unpack(file, directory);
            restored = true;
            return contents;
        } finally {
            if (absent && !restored) {
                removeEmpty(directory);
            }
        }
    }

    private static Contents unpack(Path file, Path directory) throws JournalFailure {
        Path database = directory.resolve(DATABASE);
        try (DataDirectory taken = DataDirectory.take(directory)) {
            for (Path there : new Path[] {database, directory.resolve(TLS)}) {
                if (Files.exists(there)) {
                    throw new JournalFailure(
                            there
                                    + " exists, expected a directory without data: nothing was changed.");
                }
            }
            Path partial = sibling(database, ".partial");
            try {
                PrivateFiles.replace(partial);
                Files.copy(file, partial, StandardCopyOption.REPLACE_EXISTING);
                PrivateFiles.ensure(partial);
                Contents contents = contentsOf(file, partial);
                Map<String, byte[]> files = takeFiles(partial, contents.revision() + JUMP);
                writeFiles(directory.resolve(TLS), files);
                publish(partial, database);
                return new Contents(contents.objects(), contents.revision() + JUMP);
            } finally {
                deleteQuietly(partial);
            }
        } catch (SQLException | IOException failure) {
            throw new JournalFailure(
                    "The backup " + file + " cannot be restored: " + failure.getMessage(), failure);
        }
    }

    /// Reads the copy of a backup; what is wrong with it is said of the backup.
    private static Contents contentsOf(Path file, Path copy) throws SQLException, JournalFailure {
        try {
            return contents(copy);
        } catch (JournalFailure failure) {
            String message = String.valueOf(failure.getMessage());
            throw new JournalFailure(message.replace(copy.toString(), file.toString()), failure);
        }
    }

    private static void removeEmpty(Path directory) {
        try {
            Files.deleteIfExists(directory.resolve("LOCK"));
            Files.deleteIfExists(directory);
        } catch (IOException left) {
            // a folder that is in nobody's way: the next attempt takes it
        }
    }

    private static Map<String, byte[]> takeFiles(Path database, long revision)
            throws SQLException, JournalFailure {
        Map<String, byte[]> files = new HashMap<>();
        try (Connection connection = connect(database);
                Statement sql = connection.createStatement()) {
            try (ResultSet all = sql.executeQuery("SELECT name, content FROM file")) {
                while (all.next()) {
                    files.put(all.getString(1), all.getBytes(2));
                }
            }
            SqliteFormat.upgrade(database, connection, sql, SqliteFormat.known(database, sql));
            // keys leave nothing behind in the database
            sql.execute("PRAGMA secure_delete = ON");
            connection.setAutoCommit(false);
            sql.execute("DROP TABLE file");
            sql.execute(
                    "INSERT OR REPLACE INTO meta (key, value) VALUES ('revision', "
                            + revision
                            + "), ('oldest', "
                            + revision
                            + ")");
            connection.commit();
        }
        return files;
    }

    private static void writeFiles(Path tls, Map<String, byte[]> files) throws IOException {
        if (files.isEmpty()) {
            return;
        }
        PrivateFiles.directory(tls);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = tls.resolve(file.getKey());
            if (!tls.equals(path.getParent())) {
                throw new IOException("it names a file outside its folder: " + file.getKey());
            }
            PrivateFiles.replace(path);
            Files.write(path, file.getValue());
            sync(path);
        }
        sync(tls);
    }

    /// Gives a whole file its name, durably (H6.7).
    private static void publish(Path partial, Path file) throws IOException {
        sync(partial);
        try {
            Files.createLink(file, partial);
        } catch (UnsupportedOperationException noLinks) {
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        }
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            sync(parent);
        }
    }

    private static void sync(Path path) throws IOException {
        StandardOpenOption how =
                Files.isDirectory(path) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
        try (FileChannel channel = FileChannel.open(path, how)) {
            channel.force(true);
        }
    }

    private static Connection connect(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    private static Path sibling(Path file, String suffix) {
        Path absolute = file.toAbsolutePath();
        return absolute.resolveSibling(absolute.getFileName() + suffix);
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(sibling(file, "-journal"));
        } catch (IOException left) {
            // a rest with the name .partial is replaced by the next attempt
        }
    }
}
