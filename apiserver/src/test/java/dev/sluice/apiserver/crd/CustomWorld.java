package dev.sluice.apiserver.crd;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.kind.CustomKinds;
import dev.sluice.apiserver.kind.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Accepts definitions and judges objects as the server does, without a server.
final class CustomWorld {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final DefinitionRules rules = new DefinitionRules();
    private final Definitions definitions = new Definitions(() -> NOW);
    private final List<ObjectNode> accepted = new ArrayList<>();
    private final List<Kind> kinds = new ArrayList<>();

    /// What a write made of an object, or why it was refused.
    record Outcome(ObjectNode object, List<String> unknown, List<String> causes) {}

    /// @return the complaints; without any the definition's kinds are there afterwards
    List<Cause> define(ObjectNode definition) {
        rules.applyDefaults(definition);
        rules.prepareForCreate(definition);
        List<Cause> causes = rules.validateCreate(definition);
        if (causes.isEmpty()) {
            CustomKinds.Settled settled = definitions.settle(definition, accepted);
            definition.set("status", settled.status());
            accepted.add(definition);
            kinds.addAll(settled.kinds());
        }
        return causes;
    }

    Kind kind(ObjectNode object) {
        return kinds.stream()
                .filter(
                        k ->
                                k.kind().equals(object.path("kind").asText())
                                        && k.apiVersion()
                                                .equals(object.path("apiVersion").asText()))
                .findFirst()
                .orElseThrow();
    }

    Outcome write(ObjectNode object, @Nullable ObjectNode old) {
        Kind kind = kind(object);
        List<String> unknown = kind.rules().conform(object);
        kind.rules().applyDefaults(object);
        List<Cause> causes =
                old == null
                        ? kind.rules().validateCreate(object)
                        : kind.rules().validateUpdate(object, old);
        return new Outcome(object, unknown, texts(causes));
    }

    static List<String> texts(List<Cause> causes) {
        return causes.stream()
                .map(cause -> cause.reason() + " " + cause.field() + " " + cause.message())
                .sorted()
                .toList();
    }
}
