package dev.sluice.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.CustomKinds;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.schema.Pruning;
import dev.sluice.apiserver.schema.Schema;
import dev.sluice.apiserver.type.Conformer;
import dev.sluice.apiserver.type.TypeSchemas;
import dev.sluice.apiserver.type.TypeTable;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Custom kinds from their definitions: the one implementation of [CustomKinds].
///
/// Kinds are made anew only when the definition's spec or names changed, for making those of a big definition takes
/// milliseconds and the status of every definition is looked at often.
public final class Definitions implements CustomKinds {
    private static final String OBJECT_META = "meta.ObjectMeta";

    private final InstantSource clock;
    private final CustomKind maker;
    private final Map<String, Made> madeByName = new ConcurrentHashMap<>();

    /// @param since the revision of the definition that brought the schemas
    private record Made(
            JsonNode spec, JsonNode names, boolean terminating, long since, List<Kind> kinds) {}

    /// @param clock for the times of conditions
    public Definitions(InstantSource clock) {
        this.clock = clock;
        TypeTable types = TypeTable.BUILT_IN;
        Schema objectMeta = new TypeSchemas(types).ofType(OBJECT_META);
        Pruning.Metadata metadata = object -> Conformer.conform(types, OBJECT_META, object);
        this.maker = new CustomKind(objectMeta, metadata);
    }

    @Override
    public Settled settle(ObjectNode definition, List<ObjectNode> others) {
        ObjectNode status = DefinitionStatus.of(definition, others, clock.instant());
        if (!DefinitionStatus.isEstablished(status)) {
            return new Settled(status, List.of());
        }
        return new Settled(status, kinds(definition, status.path("acceptedNames")));
    }

    private List<Kind> kinds(ObjectNode definition, JsonNode names) {
        String name = definition.path("metadata").path("name").asText();
        JsonNode spec = definition.path("spec");
        Made made = madeByName.get(name);
        boolean terminating = definition.path("metadata").has("deletionTimestamp");
        if (made == null
                || made.terminating() != terminating
                || !made.names().equals(names)
                || !made.spec().equals(spec)) {
            long since =
                    made != null && schemas(made.spec()).equals(schemas(spec))
                            ? made.since()
                            : definition.path("metadata").path("resourceVersion").asLong();
            made =
                    new Made(
                            spec.deepCopy(),
                            names.deepCopy(),
                            terminating,
                            since,
                            maker.versions(definition, names, since));
            madeByName.put(name, made);
        }
        return made.kinds();
    }

    private static Map<String, JsonNode> schemas(JsonNode spec) {
        Map<String, JsonNode> all = new HashMap<>();
        for (JsonNode version : spec.path("versions")) {
            all.put(version.path("name").asText(), version.path("schema"));
        }
        return all;
    }
}
