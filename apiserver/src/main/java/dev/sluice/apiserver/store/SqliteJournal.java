package dev.sluice.apiserver.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// The journal of a durable server: one SQLite file in WAL mode with `synchronous=FULL` (H6.21, H6.30).
///
/// Table `history` has a row for every change that is still needed: the newest of each object, and whatever a watch may
/// still want. It is only ever appended to and thinned by revision, so it needs no index but its key. Each value
/// carries a CRC32C, because SQLite does not checksum its pages (H6.6).
final class SqliteJournal implements Journal {
    /// "slce": marks the file as ours.
    private static final int APPLICATION = 0x736c6365;

    private static final int FORMAT = 1;
    private static final String INSERT =
            "INSERT INTO history (revision, resource, namespace, name, uid, deleted, previous,"
                    + " committed, crc, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final Path file;
    private final Connection connection;
    private final PreparedStatement insert;
    private final PreparedStatement delete;
    private final PreparedStatement remember;

    private SqliteJournal(Path file, Connection connection) throws SQLException {
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
    static SqliteJournal open(Path directory) throws JournalFailure {
        Path file = directory.resolve("state.db");
        if (Files.exists(file) && !Files.isWritable(file)) {
            throw new JournalFailure("There is no permission to write to " + file + ".");
        }
        ownerOnly(file);
        Connection connection = null;
        try {
            connection = DriverManager.getConnection("jdbc:sqlite:" + file, new Properties());
            prepare(file, connection);
            return new SqliteJournal(file, connection);
        } catch (SQLException failure) {
            closeQuietly(connection);
            throw damaged(file, String.valueOf(failure.getMessage()), failure);
        } catch (JournalFailure failure) {
            closeQuietly(connection);
            throw failure;
        }
    }

    private static void prepare(Path file, Connection connection)
            throws SQLException, JournalFailure {
        try (Statement sql = connection.createStatement()) {
            int format = number(sql, "PRAGMA user_version");
            if (format > FORMAT) {
                throw new JournalFailure(
                        file
                                + " has format "
                                + format
                                + ", this program knows formats up to "
                                + FORMAT
                                + ": use a newer version of the program.");
            }
            boolean fresh = format == 0 && number(sql, "SELECT count(*) FROM sqlite_master") == 0;
            if (!fresh && number(sql, "PRAGMA application_id") != APPLICATION) {
                throw new JournalFailure(file + " is an SQLite file of some other program.");
            }
            if (fresh) {
                sql.execute("PRAGMA auto_vacuum = INCREMENTAL");
            }
            sql.execute("PRAGMA journal_mode = WAL");
            sql.execute("PRAGMA synchronous = FULL");
            sql.execute("PRAGMA foreign_keys = ON");
            sql.execute("PRAGMA wal_autocheckpoint = 4000");
            if (fresh) {
                create(connection, sql);
            } else {
                check(file, sql);
            }
        }
        connection.setAutoCommit(false);
    }

    private static void create(Connection connection, Statement sql) throws SQLException {
        connection.setAutoCommit(false);
        sql.execute(
                "CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID");
        sql.execute(
                "CREATE TABLE history (revision INTEGER PRIMARY KEY, resource TEXT NOT NULL,"
                        + " namespace TEXT NOT NULL, name TEXT NOT NULL, uid TEXT NOT NULL,"
                        + " deleted INTEGER NOT NULL, previous INTEGER NOT NULL,"
                        + " committed INTEGER NOT NULL, crc INTEGER NOT NULL, value BLOB NOT NULL)");
        sql.execute("PRAGMA application_id = " + APPLICATION);
        sql.execute("PRAGMA user_version = " + FORMAT);
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static void check(Path file, Statement sql) throws SQLException, JournalFailure {
        try (ResultSet verdict = sql.executeQuery("PRAGMA quick_check(1)")) {
            String text = verdict.next() ? verdict.getString(1) : "no answer";
            if (!text.equals("ok")) {
                throw damaged(file, text, null);
            }
        }
    }

    private static int number(Statement sql, String query) throws SQLException {
        try (ResultSet result = sql.executeQuery(query)) {
            return result.next() ? result.getInt(1) : 0;
        }
    }

    @Override
    public Found load() throws JournalFailure {
        try (Statement sql = connection.createStatement()) {
            long revision = 0;
            long oldest = 0;
            try (ResultSet meta = sql.executeQuery("SELECT key, value FROM meta")) {
                while (meta.next()) {
                    switch (meta.getString(1)) {
                        case "revision" -> revision = meta.getLong(2);
                        case "oldest" -> oldest = meta.getLong(2);
                        default -> {}
                    }
                }
            }
            List<Row> rows = new ArrayList<>();
            try (ResultSet all =
                    sql.executeQuery(
                            "SELECT revision, resource, namespace, name, uid, deleted, previous,"
                                    + " committed, crc, value FROM history ORDER BY revision")) {
                while (all.next()) {
                    rows.add(row(all));
                }
            }
            connection.rollback();
            long last = rows.isEmpty() ? 0 : rows.getLast().revision();
            return new Found(rows, Math.max(revision, last), oldest);
        } catch (SQLException failure) {
            throw damaged(file, String.valueOf(failure.getMessage()), failure);
        }
    }

    private Row row(ResultSet from) throws SQLException, JournalFailure {
        long revision = from.getLong(1);
        byte[] value = from.getBytes(10);
        if (crc(value) != from.getLong(9)) {
            throw damaged(file, "the checksum of revision " + revision + " is wrong", null);
        }
        return new Row(
                revision,
                new ObjectKey(from.getString(2), from.getString(3), from.getString(4)),
                from.getString(5),
                from.getBoolean(6),
                from.getLong(7),
                from.getLong(8),
                value);
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
        } catch (SQLException failure) {
            throw new JournalFailure(
                    "Writing to " + file + " failed: " + failure.getMessage(), failure);
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
        insert.setLong(9, crc(row.value()));
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

    private static long crc(byte[] value) {
        CRC32C crc = new CRC32C();
        crc.update(value);
        return crc.getValue();
    }

    private static JournalFailure damaged(Path file, String why, @Nullable Throwable cause) {
        String text =
                file
                        + " is damaged or no database of this program ("
                        + why
                        + "); nothing was changed: restore it from a backup, or start with another data directory.";
        return cause == null ? new JournalFailure(text) : new JournalFailure(text, cause);
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
