package dev.sluice.apiserver.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The shape of a database file, by its `user_version` (H6.30): who made it, whether it is whole, and how older ones are
/// brought up to date. Files that are newer than the program are refused.
final class SqliteFormat {
    /// "slce": marks the file as ours.
    private static final int APPLICATION = 0x736c6365;

    /// 1: the checksum covers the value alone. 2: it covers the whole row.
    static final int NEWEST = 2;

    private SqliteFormat() {}

    /// Makes a fresh database, or checks one that is there and brings it up to date.
    ///
    /// @param connection in auto-commit mode; left in it
    /// @throws JournalFailure when the file is damaged, newer than this program, or not ours
    static void prepare(Path file, Connection connection) throws SQLException, JournalFailure {
        try (Statement sql = connection.createStatement()) {
            int format = known(file, sql);
            boolean fresh = format == 0;
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
                upgrade(file, connection, sql, format);
            }
        }
    }

    /// The format of a file.
    ///
    /// @return 0 for an empty file
    /// @throws JournalFailure when it is newer than this program or not ours
    static int known(Path file, Statement sql) throws SQLException, JournalFailure {
        int format = number(sql, "PRAGMA user_version");
        int tables = number(sql, "SELECT count(*) FROM sqlite_master");
        int application = number(sql, "PRAGMA application_id");
        if (format == 0 && tables == 0 && application == 0) {
            return 0;
        }
        if (application != APPLICATION) {
            throw new JournalFailure(file + " is an SQLite file of some other program.");
        }
        if (format > NEWEST) {
            throw new JournalFailure(
                    file
                            + " has format "
                            + format
                            + ", this program knows formats up to "
                            + NEWEST
                            + ": use a newer version of the program.");
        }
        if (format == 0) {
            throw damaged(file, "it has tables but no format", null);
        }
        return format;
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
        sql.execute("PRAGMA user_version = " + NEWEST);
        connection.commit();
        connection.setAutoCommit(true);
    }

    static void check(Path file, Statement sql) throws SQLException, JournalFailure {
        try (ResultSet verdict = sql.executeQuery("PRAGMA quick_check(1)")) {
            String text = verdict.next() ? verdict.getString(1) : "no answer";
            if (!text.equals("ok")) {
                throw damaged(file, text, null);
            }
        }
    }

    /// All of an upgrade, or nothing: it is one transaction.
    static void upgrade(Path file, Connection connection, Statement sql, int format)
            throws SQLException, JournalFailure {
        if (format == NEWEST) {
            return;
        }
        connection.setAutoCommit(false);
        try (PreparedStatement sum =
                connection.prepareStatement("UPDATE history SET crc = ? WHERE revision = ?")) {
            for (Journal.Row row : rows(file, sql, format)) {
                sum.setLong(1, RowSum.of(row));
                sum.setLong(2, row.revision());
                sum.executeUpdate();
            }
            sql.execute("PRAGMA user_version = " + NEWEST);
            connection.commit();
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /// Every row by revision, each checked against its checksum.
    ///
    /// @throws JournalFailure when a checksum is wrong
    static List<Journal.Row> rows(Path file, Statement sql, int format)
            throws SQLException, JournalFailure {
        List<Journal.Row> rows = new ArrayList<>();
        RowScan.run(file, sql, format, rows::add);
        return rows;
    }

    static int number(Statement sql, String query) throws SQLException {
        try (ResultSet result = sql.executeQuery(query)) {
            return result.next() ? result.getInt(1) : 0;
        }
    }

    static JournalFailure damaged(Path file, String why, @Nullable Throwable cause) {
        String text =
                file
                        + " is damaged or no database of this program ("
                        + why
                        + "); nothing was changed: restore it from a backup, or start with another data directory.";
        return cause == null ? new JournalFailure(text) : new JournalFailure(text, cause);
    }
}
