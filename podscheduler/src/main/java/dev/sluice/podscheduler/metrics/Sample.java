package dev.sluice.podscheduler.metrics;

import java.util.SortedMap;

/// One number under a name and labels, as metrics are exposed.
///
/// @param name with the prefix `scheduler_`
public record Sample(String name, SortedMap<String, String> labels, double value) {}
