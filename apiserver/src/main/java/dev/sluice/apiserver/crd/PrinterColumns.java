package dev.sluice.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.sluice.apiserver.kind.Column;
import dev.sluice.apiserver.kind.HumanDuration;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Columns of Tables from `additionalPrinterColumns` (H1.52).
final class PrinterColumns {
    private static final String AGE_TEXT = "Time since the object was created.";

    private PrinterColumns() {}

    /// @param declared of one version; without any, Name and Age are shown
    static List<Column> of(JsonNode declared) {
        List<Column> columns = new ArrayList<>();
        columns.add(
                new Column(
                        "Name",
                        "string",
                        "name",
                        "Name of the object, unique within its namespace and kind.",
                        0,
                        (object, _) ->
                                TextNode.valueOf(object.path("metadata").path("name").asText())));
        if (declared.isEmpty()) {
            columns.add(column("Age", "date", "", AGE_TEXT, 0, ".metadata.creationTimestamp"));
        }
        for (JsonNode column : declared) {
            columns.add(
                    column(
                            column.path("name").asText(),
                            column.path("type").asText(),
                            column.path("format").asText(""),
                            column.path("description").asText(""),
                            column.path("priority").asInt(),
                            column.path("jsonPath").asText()));
        }
        return List.copyOf(columns);
    }

    private static Column column(
            String name,
            String type,
            String format,
            String description,
            int priority,
            String path) {
        JsonPath jsonPath = JsonPath.parse(path);
        String said =
                description.isEmpty()
                        ? "Custom resource definition column (in JSONPath format): " + path
                        : description;
        return new Column(
                name,
                type,
                format,
                said,
                priority,
                (object, now) -> cell(jsonPath, type, object, now));
    }

    private static @Nullable JsonNode cell(
            JsonPath path, String type, ObjectNode object, Instant now) {
        JsonNode value = path.first(object);
        if (value == null || value.isNull()) {
            return null;
        }
        return switch (type) {
            case "integer" -> value.isNumber() ? LongNode.valueOf(value.longValue()) : null;
            case "number" ->
                    value.isIntegralNumber()
                            ? value
                            : value.isNumber() ? DoubleNode.valueOf(value.doubleValue()) : null;
            case "boolean" -> value.isBoolean() ? value : null;
            case "date" -> value.isTextual() ? age(value.textValue(), now) : null;
            default -> TextNode.valueOf(value.isTextual() ? value.textValue() : value.toString());
        };
    }

    private static JsonNode age(String time, Instant now) {
        try {
            Instant then = OffsetDateTime.parse(time).toInstant();
            return TextNode.valueOf(HumanDuration.of(Duration.between(then, now)));
        } catch (DateTimeException e) {
            return TextNode.valueOf("<invalid>");
        }
    }
}
