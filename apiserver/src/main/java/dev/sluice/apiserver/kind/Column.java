package dev.sluice.apiserver.kind;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One column of a Table (H1.50).
///
/// @param type `string`, `integer`, `number`, `boolean`, `date`
/// @param priority 0 is always shown, more only with `-o wide`
/// @param cell the value of a row
public record Column(
        String name, String type, String format, String description, int priority, Cell cell) {

    /// What stands in a row.
    @FunctionalInterface
    public interface Cell {
        /// @return the cell's value as JSON, or null for an empty cell
        @Nullable JsonNode of(ObjectNode object, Instant now);
    }
}
