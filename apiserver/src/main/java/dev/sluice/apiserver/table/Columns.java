package dev.sluice.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Column;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/// Writes down the columns of one kind, in order; those after [#wide] are shown with `-o wide` only.
final class Columns {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final List<Column> columns = new ArrayList<>();
    private int priority;

    /// Begins with the object's name.
    static Columns named() {
        Columns columns = new Columns();
        columns.columns.add(Cells.name());
        return columns;
    }

    /// What follows is shown in wide tables only.
    Columns wide() {
        priority = 1;
        return this;
    }

    /// What follows is shown always.
    Columns always() {
        priority = 0;
        return this;
    }

    Columns text(String name, String description, Function<ObjectNode, String> cell) {
        return add(name, "string", description, (object, _) -> NODES.textNode(cell.apply(object)));
    }

    /// A text at a path; empty when nothing is there.
    Columns path(String name, String description, String... path) {
        return text(name, description, object -> Cells.text(object, path));
    }

    /// A time, as it stands.
    Columns date(String name, String description, String... path) {
        return add(
                name, "date", description, (object, _) -> NODES.textNode(Cells.text(object, path)));
    }

    /// A text that changes with the time.
    Columns at(String name, String description, BiFunction<ObjectNode, Instant, String> cell) {
        return add(
                name,
                "string",
                description,
                (object, now) -> NODES.textNode(cell.apply(object, now)));
    }

    /// A number.
    ///
    /// @param type as clients see it: most columns of numbers say `string` all the same
    Columns number(String name, String type, String description, Function<ObjectNode, Long> cell) {
        return add(name, type, description, (object, _) -> number(cell.apply(object)));
    }

    Columns flag(String name, String description, Function<ObjectNode, Boolean> cell) {
        return add(
                name, "boolean", description, (object, _) -> NODES.booleanNode(cell.apply(object)));
    }

    Columns age() {
        return since("Age", "Time since the object was created.", "metadata", "creationTimestamp");
    }

    /// How long ago the time at a path was.
    Columns since(String name, String description, String... path) {
        return at(name, description, (object, now) -> Ages.since(Cells.text(object, path), now));
    }

    /// Containers, images and, given a path, the selector.
    Columns pods(String[] podSpec, String... selector) {
        wide();
        text(
                "Containers",
                "Names of the containers.",
                o -> Cells.containers(at(o, podSpec), "name"));
        text("Images", "Images of the containers.", o -> Cells.containers(at(o, podSpec), "image"));
        if (selector.length > 0) {
            text("Selector", "Which pods belong to it.", o -> Cells.selector(at(o, selector)));
        }
        return this;
    }

    Columns named(Column column) {
        columns.add(column);
        return this;
    }

    List<Column> done() {
        return List.copyOf(columns);
    }

    private Columns add(String name, String type, String description, Column.Cell cell) {
        columns.add(new Column(name, type, "", description, priority, cell));
        return this;
    }

    static JsonNode at(JsonNode object, String... path) {
        JsonNode node = object;
        for (String name : path) {
            node = node.path(name);
        }
        return node;
    }

    private static JsonNode number(long value) {
        return NODES.numberNode(value);
    }
}
