package dev.sluice.apiserver.type;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An immutable map that is made when somebody first looks inside. Safe for many threads; made twice when two look at once.
final class LazyMap<K, V> extends AbstractMap<K, V> {
    private final Supplier<Map<K, V>> maker;
    private volatile @Nullable Map<K, V> made;

    LazyMap(Supplier<Map<K, V>> maker) {
        this.maker = maker;
    }

    private Map<K, V> made() {
        Map<K, V> known = made;
        if (known == null) {
            known = Collections.unmodifiableMap(maker.get());
            made = known;
        }
        return known;
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        return made().entrySet();
    }

    @Override
    public @Nullable V get(@Nullable Object key) {
        return made().get(key);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return made().containsKey(key);
    }
}
