package dev.sluice.apiserver.cel;

import java.util.List;

/// A value of type `list`.
interface ListValue {
    int size();

    /// The element at a place from 0 to size − 1.
    Object get(int index);

    /// A list of values that are there already.
    record Of(List<Object> elements) implements ListValue {
        @Override
        public int size() {
            return elements.size();
        }

        @Override
        public Object get(int index) {
            return elements.get(index);
        }
    }
}
