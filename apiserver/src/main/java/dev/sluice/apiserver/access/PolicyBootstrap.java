package dev.sluice.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.resource.Metadata;
import dev.sluice.apiserver.store.Change;
import dev.sluice.apiserver.store.Draft;
import dev.sluice.apiserver.store.ObjectKey;
import dev.sluice.apiserver.store.Store;
import dev.sluice.apiserver.store.StoredObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Sees to it at every start that the default roles and bindings are there, in one commit. Those that were changed get
/// back what they lack, unless their annotation `rbac.authorization.kubernetes.io/autoupdate` says `false`.
public final class PolicyBootstrap {
    private static final String AUTO_UPDATE = "rbac.authorization.kubernetes.io/autoupdate";

    private PolicyBootstrap() {}

    /// Writes what is missing.
    public static void run(Store store, Instant now) {
        List<Change> changes = new ArrayList<>();
        for (ObjectNode wanted : DefaultPolicy.objects()) {
            ObjectKey key = key(wanted);
            StoredObject stored = store.snapshot().get(key);
            ObjectNode object = stored == null ? fresh(wanted, now) : completed(stored, wanted);
            if (object != null) {
                long expected = stored == null ? Change.ABSENT : stored.revision();
                changes.add(new Change.Put(key, Draft.of(object), expected));
            }
        }
        if (!changes.isEmpty()) {
            store.commit(changes);
        }
    }

    private static ObjectKey key(ObjectNode object) {
        JsonNode metadata = object.path("metadata");
        return new ObjectKey(
                object.path("kind").asText().toLowerCase(Locale.ROOT) + "s." + Rbac.GROUP,
                metadata.path("namespace").asText(""),
                metadata.path("name").asText());
    }

    private static ObjectNode fresh(ObjectNode object, Instant now) {
        ObjectNode metadata = Metadata.of(object);
        metadata.put("uid", UUID.randomUUID().toString());
        metadata.put("creationTimestamp", Metadata.time(now));
        return object;
    }

    /// @return null when nothing is missing, or nothing may be added
    private static @Nullable ObjectNode completed(StoredObject stored, ObjectNode wanted) {
        JsonNode annotations = stored.tree().path("metadata").path("annotations");
        if (annotations.path(AUTO_UPDATE).asText().equals("false")) {
            return null;
        }
        ObjectNode object = stored.copy();
        boolean changed = addMissing(object, wanted, "subjects");
        if (object.path("aggregationRule").isMissingNode()) {
            changed |= addMissing(object, wanted, "rules");
        }
        return changed ? object : null;
    }

    private static boolean addMissing(ObjectNode object, ObjectNode wanted, String field) {
        boolean changed = false;
        for (JsonNode item : wanted.path(field)) {
            boolean there = false;
            for (JsonNode known : object.path(field)) {
                there |= known.equals(item);
            }
            if (!there) {
                ArrayNode all =
                        object.path(field) instanceof ArrayNode array
                                ? array
                                : object.putArray(field);
                all.add(item.deepCopy());
                changed = true;
            }
        }
        return changed;
    }
}
