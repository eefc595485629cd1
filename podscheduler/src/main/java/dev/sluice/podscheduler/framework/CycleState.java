package dev.sluice.podscheduler.framework;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What plugins remember within one attempt, by the type of the remembered value. Each plugin uses types of its own.
public final class CycleState {
    private final Map<Class<?>, Object> valueByType = new HashMap<>();

    public <T> void put(Class<T> type, T value) {
        valueByType.put(type, value);
    }

    public <T> @Nullable T get(Class<T> type) {
        return type.cast(valueByType.get(type));
    }
}
