package dev.sluice.apiserver.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.Quantity;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Amounts by the name of what is counted, such as `pods`, `requests.cpu`, `count/jobs.batch`; in the order of names.
record Usage(TreeMap<String, Quantity> amounts) {
    static Usage none() {
        return new Usage(new TreeMap<>());
    }

    static Usage of(JsonNode amounts) {
        Usage usage = none();
        amounts.properties()
                .forEach(
                        entry ->
                                usage.amounts.put(
                                        entry.getKey(), Quantity.parse(entry.getValue().asText())));
        return usage;
    }

    void add(String name, Quantity amount) {
        amounts.merge(
                name, amount, (a, b) -> new Quantity(a.value().add(b.value()), a.notation()));
    }

    void addOne(String name) {
        add(name, Quantity.parse("1"));
    }

    Usage plus(Usage other) {
        Usage sum = new Usage(new TreeMap<>(amounts));
        other.amounts.forEach(sum::add);
        return sum;
    }

    /// What is more here than there.
    Usage beyond(Usage other) {
        Usage more = none();
        amounts.forEach(
                (name, amount) -> {
                    Quantity there = other.get(name);
                    if (amount.compareTo(there) > 0) {
                        more.amounts.put(
                                name,
                                new Quantity(
                                        amount.value().subtract(there.value()), amount.notation()));
                    }
                });
        return more;
    }

    Quantity get(String name) {
        return amounts.getOrDefault(name, Quantity.ZERO);
    }

    /// Only what has one of these names.
    Usage only(Set<String> names) {
        Usage some = none();
        amounts.forEach(
                (name, amount) -> {
                    if (names.contains(name)) {
                        some.amounts.put(name, amount);
                    }
                });
        return some;
    }

    boolean isEmpty() {
        return amounts.isEmpty();
    }

    ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        amounts.forEach((name, amount) -> node.put(name, amount.toString()));
        return node;
    }

    /// `cpu=1,pods=2`.
    String text() {
        return amounts.entrySet().stream()
                .map((Map.Entry<String, Quantity> e) -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(","));
    }
}
