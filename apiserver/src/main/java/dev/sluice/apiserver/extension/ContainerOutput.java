package dev.sluice.apiserver.extension;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/// What containers write, told by whoever runs them (H1.28, H9.60).
@FunctionalInterface
public interface ContainerOutput {
    /// Containers that write nothing.
    ContainerOutput NONE = (_, _) -> List.of();

    /// A line and when it is written, which may be still to come.
    record Line(Instant time, String text) {}

    /// All that the present run of a container writes from its start to its end, as far as that is known, in order.
    ///
    /// @param pod as stored; not to be changed
    List<Line> lines(ObjectNode pod, String container);
}
