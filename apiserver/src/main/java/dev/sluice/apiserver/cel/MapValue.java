package dev.sluice.apiserver.cel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A value of type `map`, or an object with fields.
interface MapValue {
    int size();

    /// The value of a key; null when there is none.
    @Nullable Object get(Object key);

    /// The keys, in the order of the map.
    List<Object> keys();

    /// A map of values that are there already.
    record Of(Map<Object, Object> entries) implements MapValue {
        @Override
        public int size() {
            return entries.size();
        }

        @Override
        public @Nullable Object get(Object key) {
            Object value = entries.get(key);
            if (value == null && key instanceof Double number && number == number.longValue()) {
                return entries.get(number.longValue());
            }
            return value;
        }

        @Override
        public List<Object> keys() {
            return new ArrayList<>(entries.keySet());
        }
    }
}
