package dev.sluice.apiserver.store;

import java.util.List;

/// Where changes become durable. One thread at a time uses it, the store's writer.
interface Journal extends AutoCloseable {
    /// One row: a state of an object, or its end.
    ///
    /// @param previous the revision of the state before, 0 when there was none
    /// @param value the state; of a deletion the last one
    record Row(
            long revision,
            ObjectKey key,
            String uid,
            boolean deleted,
            long previous,
            long committedMillis,
            byte[] value) {}

    /// What was found at the start.
    ///
    /// @param rows by revision
    /// @param revision the highest ever given, at least that of the last row
    /// @param oldest changes up to this revision may be missing from `rows`
    record Found(List<Row> rows, long revision, long oldest) {}

    /// Reads everything. Called once, before the first append.
    Found load() throws JournalFailure;

    /// Makes all of `rows` durable, or none.
    ///
    /// @param rows none when only `dead` is to be removed
    /// @param dead revisions of rows that nobody needs any more
    /// @param oldest the new value for [Found#oldest]
    void append(List<Row> rows, List<Long> dead, long oldest) throws JournalFailure;

    /// How many bytes can still be written, as far as one can know.
    long room() throws JournalFailure;

    @Override
    void close() throws JournalFailure;
}
