package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.conformance.embedded.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Compares the output of `kubectl get` with the table that the server renders. `kubectl` prints that table as it is: the columns of
/// priority 0, their names in capitals. The order of rows and the width of columns are free.
record KubectlTable(Site site, Bindings bindings) {
    private static final Pattern GAP = Pattern.compile("\\s{2,}");

    Optional<String> differs(Step.Kubectl kubectl) {
        List<String> args = kubectl.args();
        if (args.size() != 4 || !args.getFirst().equals("get") || !args.get(2).equals("-n")) {
            return Optional.of("only `kubectl get KIND -n NAMESPACE` can be compared");
        }
        Resource resource =
                Resource.compared(2).stream()
                        .filter(known -> known.plural().equals(args.get(1)))
                        .findFirst()
                        .orElseThrow(
                                () -> new ScenarioFault("kubectl get knows no " + args.get(1)));
        Answer answer = site.table(resource.collection());
        if (!answer.succeeded()) {
            return Optional.of(ScenarioRun.shown(answer));
        }
        List<List<String>> actual = rows(answer.body());
        List<List<String>> expected =
                kubectl.output().lines().map(line -> List.of(GAP.split(line.strip()))).toList();
        return sameRows(expected, new ArrayList<>(actual))
                ? Optional.empty()
                : Optional.of("expected " + expected + ", got " + actual);
    }

    private boolean sameRows(List<List<String>> expected, List<List<String>> actual) {
        if (expected.isEmpty()) {
            return actual.isEmpty();
        }
        List<String> first = expected.getFirst();
        for (List<String> candidate : List.copyOf(actual)) {
            int mark = bindings.mark();
            if (sameRow(first, candidate)) {
                List<List<String>> rest = new ArrayList<>(actual);
                rest.remove(candidate);
                if (sameRows(expected.subList(1, expected.size()), rest)) {
                    return true;
                }
            }
            bindings.rewind(mark);
        }
        return false;
    }

    private boolean sameRow(List<String> expected, List<String> actual) {
        if (expected.size() != actual.size()) {
            return false;
        }
        for (int i = 0; i < expected.size(); i++) {
            if (!new Template(expected.get(i)).matches(actual.get(i), bindings)) {
                return false;
            }
        }
        return true;
    }

    private static List<List<String>> rows(JsonNode table) {
        List<Integer> columns = new ArrayList<>();
        List<String> header = new ArrayList<>();
        JsonNode definitions = table.path("columnDefinitions");
        for (int i = 0; i < definitions.size(); i++) {
            if (definitions.get(i).path("priority").asInt() == 0) {
                columns.add(i);
                header.add(definitions.get(i).path("name").asText().toUpperCase(Locale.ROOT));
            }
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(header);
        for (JsonNode row : table.path("rows")) {
            rows.add(
                    columns.stream()
                            .map(column -> row.path("cells").path(column).asText())
                            .toList());
        }
        return rows;
    }
}
