package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// All owners of one object's fields: `metadata.managedFields`, readable and changeable.
final class FieldOwners {
    /// More updaters than these are merged, the oldest first (H3.26).
    static final int UPDATERS_MAX = 10;

    private static final String BUCKET = "ancient-changes";
    private static final String FIELD = "managedFields";

    private final Map<FieldOwner.Id, FieldOwner> owners = new LinkedHashMap<>();
    private final boolean asRead;

    /// @param asRead whether entries that do not change are written as they were read
    private FieldOwners(boolean asRead) {
        this.asRead = asRead;
    }

    /// The owners that a live object names; none when it names none or when one is not understood.
    static FieldOwners of(@Nullable ObjectNode live) {
        return of(live, true);
    }

    private static FieldOwners of(@Nullable ObjectNode object, boolean asRead) {
        FieldOwners all = new FieldOwners(asRead);
        if (object != null) {
            for (JsonNode entry : entries(object)) {
                FieldOwner owner = FieldOwner.fromJson(entry);
                if (owner == null) {
                    return new FieldOwners(asRead);
                }
                all.put(owner);
            }
        }
        return all;
    }

    private static JsonNode entries(ObjectNode object) {
        return object.path("metadata").path(FIELD);
    }

    /// The owners from which a write starts (H2.9): those the client sends, if it sends any, else the live ones. A list
    /// with one empty entry throws all away.
    static FieldOwners ofWrite(@Nullable ObjectNode live, ObjectNode sent, Author author) {
        JsonNode entries = entries(sent);
        if (!author.subresource().isEmpty()) {
            return of(live);
        }
        if (entries.size() == 1 && entries.get(0).isEmpty()) {
            return new FieldOwners(false);
        }
        if (live != null && entries.equals(entries(live))) {
            return of(live);
        }
        FieldOwners given = of(sent, false);
        return given.isEmpty() ? of(live) : given;
    }

    boolean isEmpty() {
        return owners.isEmpty();
    }

    @Nullable FieldOwner get(FieldOwner.Id id) {
        return owners.get(id);
    }

    /// Puts an owner in place of the one of the same name; one without fields goes away.
    void put(FieldOwner owner) {
        if (owner.isEmpty()) {
            owners.remove(owner.id());
        } else {
            owners.put(owner.id(), owner);
        }
    }

    void remove(FieldOwner.Id id) {
        owners.remove(id);
    }

    List<FieldOwner> all() {
        return List.copyOf(owners.values());
    }

    /// Gives every owner other fields; those who have none left go away.
    void replaceAll(UnaryOperator<FieldOwner> change) {
        for (FieldOwner owner : all()) {
            put(change.apply(owner));
        }
    }

    /// Merges the oldest updaters of the same version until there are few enough.
    void cap() {
        List<FieldOwner> updaters = new ArrayList<>();
        for (FieldOwner owner : owners.values()) {
            if (owner.id().operation() == FieldOwner.Operation.UPDATE) {
                updaters.add(owner);
            }
        }
        int surplus = updaters.size() - UPDATERS_MAX;
        if (surplus <= 0) {
            return;
        }
        updaters.sort(Comparator.comparing(FieldOwner::time).thenComparing(o -> o.id().manager()));
        Map<String, FieldOwner> oldestByVersion = new HashMap<>();
        for (FieldOwner owner : updaters) {
            FieldOwner older = oldestByVersion.get(owner.apiVersion());
            if (older == null) {
                oldestByVersion.put(owner.apiVersion(), owner);
            } else if (surplus > 0) {
                FieldOwner bucket = bucketOf(older, owner);
                remove(older.id());
                remove(owner.id());
                put(bucket);
                oldestByVersion.put(owner.apiVersion(), bucket);
                surplus--;
            }
        }
    }

    private static FieldOwner bucketOf(FieldOwner older, FieldOwner newer) {
        FieldOwner.Id id =
                new FieldOwner.Id(BUCKET, FieldOwner.Operation.UPDATE, "", newer.apiVersion());
        return new FieldOwner(
                id, newer.apiVersion(), newer.time(), older.fields().union(newer.fields()));
    }

    /// Writes the owners into an object's metadata, in their order.
    void writeTo(ObjectNode object) {
        ObjectNode metadata = object.withObjectProperty("metadata");
        if (owners.isEmpty()) {
            metadata.remove(FIELD);
            return;
        }
        ArrayNode list = metadata.putArray(FIELD);
        List<FieldOwner> ordered = new ArrayList<>(owners.values());
        ordered.sort(FieldOwner.ORDER);
        for (FieldOwner owner : ordered) {
            list.add(owner.toJson(asRead));
        }
    }
}
