package dev.sluice.conformance.validation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.JsonLines;
import dev.sluice.conformance.Outcome;
import dev.sluice.conformance.Report;
import dev.sluice.conformance.embedded.Answer;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Runs recorded requests, each on a fresh API server without controllers, and compares the answers: code, reason, message,
/// causes, warnings, and the object as it was stored.
public final class Validation {
    /// The kind's name on the command line and among the deviations.
    public static final String KIND = "validation";

    private final Deviations deviations;

    public Validation(Deviations deviations) {
        this.deviations = deviations;
    }

    /// Runs the requests of files and folders and prints what differs.
    ///
    /// @param ids only these, by what they are about; empty means all
    /// @throws dev.sluice.conformance.RecordingException if a path cannot be used
    public static Report run(List<Path> paths, Set<String> ids, PrintStream out) {
        Validation validation = new Validation(Deviations.ofSluice());
        List<Outcome> outcomes = new ArrayList<>();
        for (Path file : JsonLines.files(paths)) {
            JsonLines.read(
                    file,
                    (_, line) -> {
                        if (ids.isEmpty() || ids.contains(line.path("about").asText())) {
                            outcomes.add(validation.run(line));
                        }
                    });
        }
        Report report = new Report(outcomes);
        report.print(out);
        return report;
    }

    /// Runs one recorded request.
    public Outcome run(JsonNode line) {
        String about = line.path("about").asText();
        List<Deviations.Place> places = deviations.of(KIND, about);
        JsonNode expected = Deviations.applied(line, places);
        Optional<String> difference;
        try (ValidationServer server = ValidationServer.start()) {
            difference = differs(expected, server);
        }
        if (difference.isPresent()) {
            return Outcome.failed(about, KIND, difference.get());
        }
        return places.isEmpty() ? Outcome.passed(about, KIND) : Outcome.byDecision(about, KIND);
    }

    private static Optional<String> differs(JsonNode line, ValidationServer server) {
        for (JsonNode object : line.path("prior")) {
            Optional<String> refused = server.prepare(object);
            if (refused.isPresent()) {
                return refused;
            }
        }
        JsonNode request = line.path("request");
        Answer answer = server.send(request);
        JsonNode stored = line.path("response").path("stored");
        return new ExpectedAnswer(line.path("response"))
                .differsFrom(
                        answer, stored.isMissingNode() ? stored : server.read(request, stored));
    }
}
