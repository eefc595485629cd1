package dev.sluice.apiserver.store;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/// The journal of a durable server: one SQLite file in WAL mode with `synchronous=FULL` (H6.21, H6.30).
///
/// Table `history` has a row for every change that is still needed: the newest of each object, and whatever a watch may
/// still want. It is only ever appended to and thinned by revision, so it needs no index but its key. Each row
/// carries a checksum ([RowSum]); the file's shape is the business of [SqliteFormat].
final class SqliteJournal implements Journal {
    /// Idle steps give back so many free pages at a time, so that none takes long (H6.34).
    private static final int VACUUM_PAGES = 256;

    /// Fewer free pages than this are kept for what comes.
    private static final int FREE_PAGES_KEPT = 1_024;

    private static final String INSERT =
            "INSERT INTO history (revision, resource, namespace, name, uid, deleted, previous,"
                    + " committed, crc, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final Path file;
    private final long bytesMax;
    private final FileStore disk;
    private final Connection connection;
    private final PreparedStatement insert;
    private final PreparedStatement delete;
    private final PreparedStatement remember;

    private SqliteJournal(Path file, Connection connection, long bytesMax)
            throws SQLException, IOException {
        this.bytesMax = bytesMax;
        this.disk = Files.getFileStore(file);
        this.file = file;
        this.connection = connection;
        this.insert = connection.prepareStatement(INSERT);
        this.delete = connection.prepareStatement("DELETE FROM history WHERE revision = ?");
        this.remember =
                connection.prepareStatement(
                        "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)");
    }

    /// Opens or makes `state.db`.
    ///
    /// @throws JournalFailure when the file is damaged, newer than this program, or may not be written
    /// @param bytesMax what the file may grow to
    static SqliteJournal open(Path directory, long bytesMax) throws JournalFailure {
        Path file = directory.resolve("state.db");
        if (Files.exists(file) && !Files.isWritable(file)) {
            throw new JournalFailure("There is no permission to write to " + file + ".");
        }
        ownerOnly(file);
        Connection connection = null;
        try {
            connection = DriverManager.getConnection("jdbc:sqlite:" + file, settings());
            WalCheck.run(file);
            SqliteFormat.prepare(file, connection);
            limit(connection, bytesMax);
            connection.setAutoCommit(false);
            return new SqliteJournal(file, connection, bytesMax);
        } catch (SQLException failure) {
            closeQuietly(connection);
            throw SqliteFormat.damaged(file, String.valueOf(failure.getMessage()), failure);
        } catch (IOException failure) {
            closeQuietly(connection);
            throw new JournalFailure(file + " cannot be used: " + failure.getMessage(), failure);
        } catch (JournalFailure failure) {
            closeQuietly(connection);
            throw failure;
        }
    }

    /// Keys are ours. The driver would ask for the last one after each statement, by a query that it prepares anew.
    private static Properties settings() {
        Properties settings = new Properties();
        settings.setProperty(SQLiteConfig.Pragma.JDBC_GET_GENERATED_KEYS.pragmaName, "false");
        return settings;
    }

    @Override
    public Marks marks() throws JournalFailure {
        try (Statement sql = connection.createStatement();
                ResultSet meta = sql.executeQuery("SELECT key, value FROM meta")) {
            long revision = 0;
            long oldest = 0;
            while (meta.next()) {
                switch (meta.getString(1)) {
                    case "revision" -> revision = meta.getLong(2);
                    case "oldest" -> oldest = meta.getLong(2);
                    default -> {}
                }
            }
            return new Marks(revision, oldest);
        } catch (SQLException failure) {
            throw SqliteFormat.damaged(file, String.valueOf(failure.getMessage()), failure);
        }
    }

    @Override
    public void replay(Consumer<Row> each) throws JournalFailure {
        try (Statement sql = connection.createStatement()) {
            RowScan.run(file, sql, SqliteFormat.NEWEST, each);
            connection.rollback();
        } catch (SQLException failure) {
            throw SqliteFormat.damaged(file, String.valueOf(failure.getMessage()), failure);
        }
    }

    @Override
    public void append(List<Row> rows, List<Long> dead, long oldest) throws JournalFailure {
        try {
            for (Row row : rows) {
                insert(row);
            }
            if (!dead.isEmpty()) {
                for (long revision : dead) {
                    delete.setLong(1, revision);
                    delete.executeUpdate();
                }
                remember("oldest", oldest);
                if (!rows.isEmpty()) {
                    remember("revision", rows.getLast().revision());
                }
            }
            connection.commit();
            if (rows.isEmpty()) {
                shrink();
            }
        } catch (SQLException failure) {
            takeBack();
            throw new JournalFailure(
                    "Writing to " + file + " failed: " + failure.getMessage(), failure);
        }
    }

    /// Nothing of a failed transaction may get in with the next one, or when the file is closed.
    private void takeBack() {
        try {
            connection.rollback();
        } catch (SQLException ignored) {
            // the first failure is the one to report
        }
    }

    /// Gives free pages back to the disk, a few at a time.
    private void shrink() throws SQLException {
        try (Statement sql = connection.createStatement()) {
            if (SqliteFormat.number(sql, "PRAGMA freelist_count") > FREE_PAGES_KEPT) {
                sql.execute("PRAGMA incremental_vacuum(" + VACUUM_PAGES + ")");
            }
            connection.commit();
        }
    }

    @Override
    public long room() throws JournalFailure {
        try {
            return Math.min(disk.getUsableSpace(), bytesMax - Files.size(file));
        } catch (IOException failure) {
            throw new JournalFailure(
                    "The disk of " + file + " cannot be asked: " + failure.getMessage(), failure);
        }
    }

    private static void limit(Connection connection, long bytesMax) throws SQLException {
        try (Statement sql = connection.createStatement()) {
            int page = SqliteFormat.number(sql, "PRAGMA page_size");
            sql.execute("PRAGMA max_page_count = " + Math.max(1, bytesMax / page));
        }
    }

    private void insert(Row row) throws SQLException {
        insert.setLong(1, row.revision());
        insert.setString(2, row.key().resource());
        insert.setString(3, row.key().namespace());
        insert.setString(4, row.key().name());
        insert.setString(5, row.uid());
        insert.setInt(6, row.deleted() ? 1 : 0);
        insert.setLong(7, row.previous());
        insert.setLong(8, row.committedMillis());
        insert.setLong(9, RowSum.of(row));
        insert.setBytes(10, row.value());
        insert.executeUpdate();
    }

    private void remember(String key, long value) throws SQLException {
        remember.setString(1, key);
        remember.setLong(2, value);
        remember.executeUpdate();
    }

    @Override
    public void close() throws JournalFailure {
        try {
            insert.close();
            delete.close();
            remember.close();
            connection.close();
        } catch (SQLException failure) {
            throw new JournalFailure(
                    "Closing " + file + " failed: " + failure.getMessage(), failure);
        }
    }

    private static void ownerOnly(Path file) throws JournalFailure {
        try {
            // before SQLite opens it: the files beside it get the same mode
            PrivateFiles.ensure(file);
        } catch (IOException | UnsupportedOperationException failure) {
            throw new JournalFailure(
                    "The permissions of " + file + " cannot be set: " + failure.getMessage(),
                    failure);
        }
    }

    private static void closeQuietly(@Nullable Connection connection) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException ignored) {
                // the first failure is the one to report
            }
        }
    }
}
