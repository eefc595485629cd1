package dev.sluice.cli.demo;

import java.time.Duration;
import java.util.List;

/// Where a show is seen while it goes on: a live picture on a terminal, plain lines elsewhere.
interface View {
    /// The show begins.
    ///
    /// @param lines what one should know before
    void opens(List<String> lines);

    /// Something was decided.
    void happened(Duration since, List<Happening> happenings);

    /// This is how the queues stand now.
    void stands(Duration since, List<QueueRow> rows, String title);

    /// The show is over; what is printed from now on stays.
    void close();
}
