package dev.sluice.apiserver.store;

import java.util.List;
import java.util.function.Consumer;

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

    /// What is noted beside the rows.
    ///
    /// @param revision the highest ever given, unless a row has a higher one
    /// @param oldest rows up to this revision may be missing
    record Marks(long revision, long oldest) {}

    /// Read before the rows.
    Marks marks() throws JournalFailure;

    /// Hands over every row, by revision, on the caller's thread. Called once, before the first append.
    ///
    /// @throws JournalFailure when one is damaged; what was handed over before it is not to be used
    void replay(Consumer<Row> each) throws JournalFailure;

    /// Makes all of `rows` durable, or none.
    ///
    /// @param rows none when only `dead` is to be removed
    /// @param dead revisions of rows that nobody needs any more
    /// @param oldest the new value for [Marks#oldest]
    void append(List<Row> rows, List<Long> dead, long oldest) throws JournalFailure;

    /// How many bytes can still be written, as far as one can know.
    long room() throws JournalFailure;

    @Override
    void close() throws JournalFailure;
}
