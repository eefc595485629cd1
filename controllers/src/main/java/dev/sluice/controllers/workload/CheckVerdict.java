package dev.sluice.controllers.workload;

import dev.sluice.api.v1beta2.AdmissionCheckState;
import dev.sluice.api.v1beta2.CheckState;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the admission checks of a workload that holds quota demand (L1.33): that it goes for good, or for now.
///
/// @param message names the checks and gives their reasons (R8.8)
record CheckVerdict(boolean rejected, String message) {

    /// Null when no check objects. Rejected wins over Retry.
    static @Nullable CheckVerdict of(List<AdmissionCheckState> checks) {
        for (CheckState state : List.of(CheckState.REJECTED, CheckState.RETRY)) {
            List<AdmissionCheckState> objecting =
                    checks.stream()
                            .filter(check -> check.state() == state)
                            .sorted(Comparator.comparing(AdmissionCheckState::name))
                            .toList();
            if (!objecting.isEmpty()) {
                return new CheckVerdict(state == CheckState.REJECTED, message(objecting, state));
            }
        }
        return null;
    }

    private static String message(List<AdmissionCheckState> checks, CheckState state) {
        return "AdmissionCheck%s in %s state: %s"
                .formatted(
                        checks.size() > 1 ? "s" : "",
                        state.wire(),
                        checks.stream().map(CheckVerdict::line).collect(Collectors.joining("; ")));
    }

    private static String line(AdmissionCheckState check) {
        return check.message() == null || check.message().isEmpty()
                ? "\"" + check.name() + "\""
                : "\"%s\" (%s)".formatted(check.name(), check.message());
    }
}
