package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/// Elements of one list that have the same keys. A live object may hold them, for built-in kinds do not forbid all of
/// them; an apply may not (H3.12).
final class Duplicates extends ArrayNode {
    private static final long serialVersionUID = 1L;

    private Duplicates() {
        super(JsonNodeFactory.instance);
    }

    static Duplicates of(JsonNode first, JsonNode second) {
        Duplicates all = new Duplicates();
        if (first instanceof Duplicates more) {
            more.forEach(all::add);
        } else {
            all.add(first);
        }
        all.add(second);
        return all;
    }
}
