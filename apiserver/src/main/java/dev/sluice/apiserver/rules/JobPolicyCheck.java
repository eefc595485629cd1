package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Checks a Job's rules for failure and success (H8.22).
final class JobPolicyCheck {
    private static final int RULES_MAX = 20;
    private static final int PATTERNS_MAX = 20;
    private static final int EXIT_CODES_MAX = 255;
    private static final List<String> ACTIONS = List.of("Count", "FailIndex", "FailJob", "Ignore");
    private static final List<String> OPERATORS = List.of("In", "NotIn");
    private static final List<String> STATUSES = List.of("False", "True", "Unknown");

    private final ObjectNode spec;
    private final Path path;
    private final Complaints out;

    JobPolicyCheck(ObjectNode spec, Path path, Complaints out) {
        this.spec = spec;
        this.path = path;
        this.out = out;
    }

    void check() {
        if (spec.has("podFailurePolicy")) {
            failure(spec.get("podFailurePolicy"), path.child("podFailurePolicy"));
        }
        if (spec.has("successPolicy") && JobRules.isIndexed(spec)) {
            success(spec.get("successPolicy"), path.child("successPolicy"));
        }
    }

    private void failure(JsonNode policy, Path here) {
        JsonNode rules = policy.path("rules");
        if (rules.size() > RULES_MAX) {
            out.tooMany(here.child("rules"), rules.size(), RULES_MAX);
        }
        int i = 0;
        for (JsonNode rule : rules) {
            failureRule(rule, here.child("rules").index(i++));
        }
    }

    private void failureRule(JsonNode rule, Path here) {
        String action = Json.text(rule, "action");
        if (action.isEmpty()) {
            out.required(here.child("action"), "valid values: " + quoted(ACTIONS));
        } else if (!ACTIONS.contains(action)) {
            out.unsupported(here.child("action"), action, ACTIONS);
        } else if (action.equals("FailIndex") && !spec.has("backoffLimitPerIndex")) {
            out.invalid(
                    here.child("action"), action, "requires the backoffLimitPerIndex to be set");
        }
        boolean codes = rule.has("onExitCodes");
        boolean conditions = !rule.path("onPodConditions").isEmpty();
        if (codes) {
            exitCodes(rule.get("onExitCodes"), here.child("onExitCodes"));
        }
        if (conditions) {
            podConditions(rule.get("onPodConditions"), here.child("onPodConditions"));
        }
        if (codes && conditions) {
            out.invalid(here, "specifying both OnExitCodes and OnPodConditions is not supported");
        } else if (!codes && !conditions) {
            out.invalid(here, "specifying one of OnExitCodes and OnPodConditions is required");
        }
    }

    private void exitCodes(JsonNode rule, Path here) {
        String operator = Json.text(rule, "operator");
        if (operator.isEmpty()) {
            out.required(here.child("operator"), "valid values: " + quoted(OPERATORS));
        } else if (!OPERATORS.contains(operator)) {
            out.unsupported(here.child("operator"), operator, OPERATORS);
        }
        String container = Json.text(rule, "containerName");
        if (!container.isEmpty() && !containerNames().contains(container)) {
            out.invalid(
                    here.child("containerName"),
                    container,
                    "must be one of the container or initContainer names in the pod template");
        }
        values(rule.path("values"), operator, here.child("values"));
    }

    private void values(JsonNode values, String operator, Path here) {
        if (values.isEmpty()) {
            out.invalid(here, values, "at least one value is required");
        } else if (values.size() > EXIT_CODES_MAX) {
            out.tooMany(here, values.size(), EXIT_CODES_MAX);
        }
        Set<Integer> seen = new HashSet<>();
        boolean ordered = true;
        int last = Integer.MIN_VALUE;
        for (int i = 0; i < values.size(); i++) {
            int value = values.get(i).asInt();
            if (operator.equals("In") && value == 0) {
                out.invalid(here.index(i), 0, "must not be 0 for the In operator");
            }
            if (!seen.add(value)) {
                out.duplicate(here.index(i), value);
            }
            ordered &= value >= last;
            last = value;
        }
        if (!ordered) {
            out.invalid(here, values, "must be ordered");
        }
    }

    private void podConditions(JsonNode patterns, Path here) {
        if (patterns.size() > PATTERNS_MAX) {
            out.tooMany(here, patterns.size(), PATTERNS_MAX);
        }
        int i = 0;
        for (JsonNode pattern : patterns) {
            Path at = here.index(i++);
            String type = Json.text(pattern, "type");
            out.invalid(at.child("type"), type, Names.qualified(type));
            String status = Json.text(pattern, "status");
            if (status.isEmpty()) {
                out.required(at.child("status"), "valid values: " + quoted(STATUSES));
            } else if (!STATUSES.contains(status)) {
                out.unsupported(at.child("status"), status, STATUSES);
            }
        }
    }

    private void success(JsonNode policy, Path here) {
        JsonNode rules = policy.path("rules");
        if (rules.isEmpty()) {
            out.required(
                    here.child("rules"),
                    "at least one rules must be specified when the successPolicy is specified");
        } else if (rules.size() > RULES_MAX) {
            out.tooMany(here.child("rules"), rules.size(), RULES_MAX);
        }
        int i = 0;
        for (JsonNode rule : rules) {
            successRule(rule, here.child("rules").index(i++));
        }
    }

    private void successRule(JsonNode rule, Path here) {
        Long count = Json.number(rule, "succeededCount");
        long completions = Json.number(spec, "completions", 0);
        if (count == null && !rule.has("succeededIndexes")) {
            out.required(
                    here, "at least one of succeededCount or succeededIndexes must be specified");
        }
        long named = -1;
        if (rule.has("succeededIndexes")) {
            String text = Json.text(rule, "succeededIndexes");
            try {
                named = IndexRanges.parse(text, completions).count();
            } catch (IllegalArgumentException e) {
                out.invalid(
                        here.child("succeededIndexes"),
                        text,
                        "error parsing succeededIndexes: " + e.getMessage());
            }
        }
        if (count == null) {
            return;
        }
        Path at = here.child("succeededCount");
        Numbers.notNegative(rule, "succeededCount", here, out);
        if (count > completions) {
            out.invalid(
                    at,
                    count,
                    "must be less than or equal to "
                            + completions
                            + " (the number of specified completions)");
        }
        if (named >= 0 && count > named) {
            out.invalid(
                    at,
                    count,
                    "must be less than or equal to "
                            + named
                            + " (the number of indexes in the specified succeededIndexes field)");
        }
    }

    private Set<String> containerNames() {
        Set<String> names = new HashSet<>();
        JsonNode pod = spec.path("template").path("spec");
        for (String list : List.of("containers", "initContainers")) {
            pod.path(list).forEach(container -> names.add(Json.text(container, "name")));
        }
        return names;
    }

    private static String quoted(List<String> values) {
        List<String> all = new ArrayList<>();
        values.forEach(value -> all.add('"' + value + '"'));
        return String.join(", ", all);
    }
}
