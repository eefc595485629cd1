package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// A recorded life cycle.
///
/// @param name of its file, without the ending
/// @param clusters their names, the manager first; {@link #ALONE} where there is only one
/// @param config what differs from the default configuration
/// @param deviates whether Sluice decides otherwise on purpose at some place
record Scenario(
        String name,
        String about,
        List<String> clusters,
        JsonNode config,
        List<Turn> steps,
        boolean deviates) {
    /// The cluster of a scenario that has only one.
    static final String ALONE = "";

    /// A step and the cluster on which it acts.
    record Turn(String on, Step step) {}

    /// The number that a name begins with.
    static String number(String name) {
        return name.replaceFirst("-.*", "");
    }
}
