package dev.sluice.apiserver.table;

import java.util.AbstractList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An immutable list that is made when somebody first looks inside. Safe for many threads; made twice when two look at once.
final class LazyList<E> extends AbstractList<E> {
    private final Supplier<List<E>> maker;
    private volatile @Nullable List<E> made;

    LazyList(Supplier<List<E>> maker) {
        this.maker = maker;
    }

    private List<E> made() {
        List<E> known = made;
        if (known == null) {
            known = List.copyOf(maker.get());
            made = known;
        }
        return known;
    }

    @Override
    public E get(int index) {
        return made().get(index);
    }

    @Override
    public int size() {
        return made().size();
    }
}
