package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// A recorded life cycle.
///
/// @param name of its file, without the ending
/// @param config what differs from the default configuration
/// @param deviates whether Sluice decides otherwise on purpose at some place
record Scenario(String name, String about, JsonNode config, List<Step> steps, boolean deviates) {
    /// The number that a name begins with.
    static String number(String name) {
        return name.replaceFirst("-.*", "");
    }
}
