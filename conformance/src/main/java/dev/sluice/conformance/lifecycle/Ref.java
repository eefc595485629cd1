package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;

/// An object by kind and name, as checkpoints write it: `Job/a`. In a recording the name may hold placeholders.
record Ref(String kind, String name) implements Comparable<Ref> {
    static Ref of(JsonNode object) {
        return new Ref(object.path("kind").asText(), object.path("metadata").path("name").asText());
    }

    static Ref parse(String text) {
        int slash = text.indexOf('/');
        return new Ref(text.substring(0, slash), text.substring(slash + 1));
    }

    Template nameTemplate() {
        return new Template(name);
    }

    @Override
    public int compareTo(Ref other) {
        int byKind = kind.compareTo(other.kind);
        return byKind != 0 ? byKind : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return kind + "/" + name;
    }
}
