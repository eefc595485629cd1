package dev.sluice.podscheduler.cluster;

import java.util.List;

/// A container image that a node has.
///
/// @param names all its names
public record NodeImage(List<String> names, long sizeBytes) {
    public NodeImage {
        names = List.copyOf(names);
    }
}
