package dev.sluice.apiserver.discovery;

import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.resource.Answers;
import dev.sluice.apiserver.store.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// Answers `/healthz`, `/livez`, `/readyz` and the checks below them (H1.2).
public final class Health {
    private static final String GROUP_OK = "ok";

    private final Map<String, BooleanSupplier> checks = new LinkedHashMap<>();

    public Health(Store store) {
        checks.put("ping", () -> true);
        checks.put("storage", () -> store.readOnly() == null && !store.isFull());
    }

    /// @param segments of the path: `readyz`, or `readyz, ping`
    public ApiResponse handle(ApiRequest request, List<String> segments) {
        if (segments.size() == 2) {
            BooleanSupplier check = checks.get(segments.get(1));
            if (check == null) {
                return Discovery.notFound();
            }
            return check.getAsBoolean()
                    ? Answers.text(200, GROUP_OK)
                    : Answers.text(500, "internal server error: " + segments.get(1) + " failed\n");
        }
        if (segments.size() > 2) {
            return Discovery.notFound();
        }
        Set<String> excluded = Set.copyOf(request.query().getOrDefault("exclude", List.of()));
        StringBuilder report = new StringBuilder();
        boolean healthy = true;
        for (Map.Entry<String, BooleanSupplier> check : checks.entrySet()) {
            boolean ok = excluded.contains(check.getKey()) || check.getValue().getAsBoolean();
            healthy &= ok;
            report.append(ok ? "[+]" : "[-]").append(check.getKey());
            report.append(ok ? " ok\n" : " failed: reason withheld\n");
        }
        String name = segments.getFirst();
        if (!healthy) {
            return Answers.text(500, report + name + " check failed\n");
        }
        boolean verbose = request.query().containsKey("verbose");
        return Answers.text(200, verbose ? report + name + " check passed\n" : GROUP_OK);
    }
}
