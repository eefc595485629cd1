package dev.sluice.conformance.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.sluice.conformance.Differences;
import dev.sluice.conformance.embedded.Answer;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What was answered to a request.
///
/// @param response as the file has it
record ExpectedAnswer(JsonNode response) {
    private static final Pattern PLACEHOLDER = Pattern.compile("<(uid-\\d+|pointer|time)>");

    /// Left out when it was recorded.
    private static final Set<String> RUN_DEPENDENT =
            Set.of("resourceVersion", "managedFields", "creationTimestamp", "lastTransitionTime");

    /// @param stored the object as it can be read afterwards; missing when it is not looked at
    Optional<String> differsFrom(Answer answer, JsonNode stored) {
        if (response.path("code").asInt() != answer.code()) {
            return Optional.of(
                    "code: expected %d %s, got %d %s"
                            .formatted(
                                    response.path("code").asInt(),
                                    response.path("message").asText(),
                                    answer.code(),
                                    answer.code() < 400
                                            ? ""
                                            : answer.body().path("message").asText()));
        }
        return Optional.ofNullable(inStatus(answer))
                .or(() -> Optional.ofNullable(inWarnings(answer)))
                .or(() -> Optional.ofNullable(inStored(stored)));
    }

    private @Nullable String inStatus(Answer answer) {
        if (answer.code() < 400) {
            return null;
        }
        for (String field : List.of("reason", "message")) {
            String expected = response.path(field).asText();
            String actual = answer.body().path(field).asText();
            if (!matches(expected, actual)) {
                return field + ": expected \"" + expected + "\", got \"" + actual + "\"";
            }
        }
        Set<List<String>> expected = causes(response.path("causes"));
        Set<List<String>> actual = causes(answer.body().path("details").path("causes"));
        return expected.equals(actual) ? null : "causes: expected " + expected + ", got " + actual;
    }

    private static Set<List<String>> causes(JsonNode causes) {
        Set<List<String>> set = new HashSet<>();
        for (JsonNode cause : causes) {
            set.add(
                    List.of(
                            cause.path("reason").asText(),
                            cause.path("message").asText(),
                            cause.path("field").asText()));
        }
        return set;
    }

    private @Nullable String inWarnings(Answer answer) {
        Set<String> expected = new HashSet<>();
        response.path("warnings").forEach(warning -> expected.add(warning.asText()));
        Set<String> actual = new HashSet<>(answer.warnings());
        return expected.equals(actual)
                ? null
                : "warnings: expected " + expected + ", got " + actual;
    }

    private @Nullable String inStored(JsonNode stored) {
        JsonNode expected = response.path("stored");
        return expected.isMissingNode()
                ? null
                : Differences.first("/stored", expected, comparable(expected, stored));
    }

    /// Our value without what was left out, and with the placeholders where they stand for it.
    private static JsonNode comparable(JsonNode expected, JsonNode actual) {
        return switch (actual) {
            case ObjectNode object -> {
                ObjectNode copy = JsonNodeFactory.instance.objectNode();
                object.properties()
                        .forEach(
                                field -> {
                                    if (!RUN_DEPENDENT.contains(field.getKey())
                                            && !field.getValue().isNull()) {
                                        copy.set(
                                                field.getKey(),
                                                comparable(
                                                        expected.path(field.getKey()),
                                                        field.getValue()));
                                    }
                                });
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = JsonNodeFactory.instance.arrayNode();
                for (int i = 0; i < array.size(); i++) {
                    copy.add(comparable(expected.path(i), array.get(i)));
                }
                yield copy;
            }
            case TextNode text
                    when expected.isTextual() && matches(expected.asText(), text.asText()) ->
                    expected;
            default -> actual;
        };
    }

    private static boolean matches(String expected, String actual) {
        if (!PLACEHOLDER.matcher(expected).find()) {
            return expected.equals(actual);
        }
        String[] parts = PLACEHOLDER.split(expected, -1);
        StringBuilder regex = new StringBuilder(Pattern.quote(parts[0]));
        for (int i = 1; i < parts.length; i++) {
            regex.append("[-0-9A-Za-z:]+").append(Pattern.quote(parts[i]));
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(actual).matches();
    }
}
