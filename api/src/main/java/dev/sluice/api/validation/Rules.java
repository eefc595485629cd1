package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rules of one kind. The schema has been checked before: types, enums and required fields are right.
@FunctionalInterface
public interface Rules {
    /// What is wrong with an object.
    ///
    /// @param object as it would be stored
    /// @param old as it is stored; null when it is created
    /// @return the complaints in the order of the fields; empty accepts
    List<Complaint> check(JsonNode object, @Nullable JsonNode old);
}
