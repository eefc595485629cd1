package dev.sluice.apiserver.store;

import java.util.List;
import java.util.function.Consumer;

/// A journal whose write number `at` fails: the disk, played by the test.
final class FaultyJournal implements Journal {
    /// When in the write it happens.
    enum Moment {
        /// Nothing reaches the disk.
        BEFORE,
        /// All reaches the disk, the news of it does not come back.
        AFTER
    }

    private final Journal real;
    private final int at;
    private final Moment moment;
    private int writes;
    private volatile long room = Long.MAX_VALUE;

    FaultyJournal(Journal real, int at, Moment moment) {
        this.real = real;
        this.at = at;
        this.moment = moment;
    }

    /// A journal that only says how much room there is.
    static FaultyJournal withRoom(Journal real) {
        return new FaultyJournal(real, -1, Moment.BEFORE);
    }

    void room(long bytes) {
        room = bytes;
    }

    @Override
    public Marks marks() throws JournalFailure {
        return real.marks();
    }

    @Override
    public void replay(Consumer<Row> each) throws JournalFailure {
        real.replay(each);
    }

    @Override
    public void append(List<Row> rows, List<Long> dead, long oldest) throws JournalFailure {
        boolean fails = writes++ == at;
        if (fails && moment == Moment.BEFORE) {
            throw new JournalFailure("injected: nothing was written");
        }
        real.append(rows, dead, oldest);
        if (fails) {
            throw new JournalFailure("injected: written, but not told");
        }
    }

    @Override
    public long room() {
        return room;
    }

    @Override
    public void close() throws JournalFailure {
        real.close();
    }
}
