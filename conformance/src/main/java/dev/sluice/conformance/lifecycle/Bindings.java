package dev.sluice.conformance.lifecycle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which value each placeholder of a scenario stands for, one to one: a placeholder has one value, and two placeholders of the same
/// family never share one. It can be wound back to an earlier mark, so that a search may try and take back.
final class Bindings {
    private final Map<Placeholder, String> values = new HashMap<>();
    private final Map<Placeholder.Family, Map<String, Placeholder>> owners = new HashMap<>();
    private final Deque<Placeholder> order = new ArrayDeque<>();
    private final Set<Placeholder> pinned = new HashSet<>();

    @Nullable String valueOf(Placeholder placeholder) {
        return values.get(placeholder);
    }

    /// True when the placeholder has this value now, because it had it before or because it and the value were both free.
    boolean bind(Placeholder placeholder, String value) {
        String old = values.get(placeholder);
        if (old != null) {
            return old.equals(value);
        }
        Map<String, Placeholder> taken =
                owners.computeIfAbsent(placeholder.family(), _ -> new HashMap<>());
        if (taken.putIfAbsent(value, placeholder) != null) {
            return false;
        }
        values.put(placeholder, value);
        order.push(placeholder);
        return true;
    }

    int mark() {
        return order.size();
    }

    /// Takes back every binding made since `mark`.
    void rewind(int mark) {
        while (order.size() > mark) {
            Placeholder last = order.pop();
            String value = values.remove(last);
            Map<String, Placeholder> taken = owners.get(last.family());
            if (value != null && taken != null) {
                taken.remove(value);
            }
        }
    }

    /// From now on the placeholder keeps its value: an action was done to the object that it names.
    void pin(Placeholder placeholder) {
        pinned.add(placeholder);
    }

    /// A new table that has only the pinned bindings.
    Bindings pinnedOnly() {
        Bindings fixed = new Bindings();
        for (Placeholder placeholder : pinned) {
            String value = values.get(placeholder);
            if (value != null) {
                fixed.bind(placeholder, value);
                fixed.pin(placeholder);
            }
        }
        return fixed;
    }

    /// Takes over all bindings of `other`.
    void become(Bindings other) {
        rewind(0);
        other.values.forEach(this::bind);
        pinned.addAll(other.pinned);
    }
}
