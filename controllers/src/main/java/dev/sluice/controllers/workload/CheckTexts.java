package dev.sluice.controllers.workload;

import dev.sluice.api.v1beta2.AdmissionCheckState;
import dev.sluice.api.v1beta2.CheckState;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How admission checks that failed are named (R8.8).
final class CheckTexts {
    private CheckTexts() {}

    /// @return the checks in this state with their messages, sorted by name, or null if there are none
    static @Nullable String of(CheckState state, List<AdmissionCheckState> checks) {
        List<String> named =
                checks.stream()
                        .filter(check -> check.state() == state)
                        .sorted(Comparator.comparing(AdmissionCheckState::name))
                        .map(CheckTexts::named)
                        .toList();
        if (named.isEmpty()) {
            return null;
        }
        return "AdmissionCheck%s in %s state: %s"
                .formatted(named.size() == 1 ? "" : "s", state.wire(), String.join("; ", named));
    }

    private static String named(AdmissionCheckState check) {
        String message = check.message() == null ? "" : check.message();
        return "\"" + check.name() + "\"" + (message.isEmpty() ? "" : " (" + message + ")");
    }
}
