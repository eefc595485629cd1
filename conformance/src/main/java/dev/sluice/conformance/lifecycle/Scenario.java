package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// A recorded life cycle.
///
/// @param id the number that its file's name begins with
/// @param config what differs from the default configuration
record Scenario(String id, String name, String about, JsonNode config, List<Step> steps) {}
