package dev.sluice.apiserver.store;

import java.util.List;
import java.util.function.Consumer;

/// The journal of an ephemeral server: it keeps nothing (H6.60).
final class MemoryJournal implements Journal {
    @Override
    public Marks marks() {
        return new Marks(0, 0);
    }

    @Override
    public void replay(Consumer<Row> each) {}

    @Override
    public void append(List<Row> rows, List<Long> dead, long oldest) {}

    @Override
    public long room() {
        return Long.MAX_VALUE;
    }

    @Override
    public void close() {}
}
