package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionPlugin;
import dev.sluice.apiserver.admission.Equivalents;
import dev.sluice.apiserver.admission.webhook.ConversionWebhooks;
import dev.sluice.apiserver.apply.OtherVersions;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.apiserver.schema.Schema;
import dev.sluice.apiserver.store.Draft;
import dev.sluice.apiserver.store.StoredObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Converts objects between the version of a request and the one in which they are stored (H4.31). How custom
/// kinds differ between versions the plugins know; the two event kinds share one store under two names (H2.60).
public final class Versions implements Equivalents {
    private static final byte[] API_VERSION =
            "{\"apiVersion\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final String EVENTS_GROUP = "events.k8s.io";

    private final KindRegistry kinds;
    private final List<AdmissionPlugin> plugins;
    private final ConversionWebhooks webhooks;

    /// @param plugins know how versions of custom kinds differ
    /// @param webhooks know it of those kinds of which no plugin does
    public Versions(
            KindRegistry kinds, List<AdmissionPlugin> plugins, ConversionWebhooks webhooks) {
        this.kinds = kinds;
        this.plugins = plugins;
        this.webhooks = webhooks;
    }

    /// The name under which a kind's objects are stored, the same for all versions.
    static String resource(Kind kind) {
        return isNewEvent(kind) ? "events" : kind.resource();
    }

    /// The kind in the version in which its objects are stored.
    Kind stored(Kind kind) {
        if (kind.storageVersion()) {
            return kind;
        }
        Kind stored =
                isNewEvent(kind)
                        ? kinds.view().find("", "v1", "events")
                        : kinds.view().stored(kind.resource());
        return stored == null ? kind : stored;
    }

    @Nullable Kind find(String group, String version, String plural) {
        return kinds.view().find(group, version, plural);
    }

    @Nullable Kind named(String apiVersion, String kind) {
        return kinds.view().named(apiVersion, kind);
    }

    /// Whether a kind is served in an `apiVersion`, too.
    boolean serves(String apiVersion, Kind kind) {
        return kinds.view().sharing(resource(kind)).stream()
                .anyMatch(other -> other.apiVersion().equals(apiVersion));
    }

    /// A request's object, in the version in which it is stored.
    ObjectNode toStorage(ObjectNode object, Kind from) {
        return changed(object, from, stored(from));
    }

    /// A stored object as the request wants it, the caller's own copy.
    ObjectNode toRequest(StoredObject object, Kind to) {
        ObjectNode tree = copy(object, to);
        if (isStoredAs(object, to)) {
            return tree;
        }
        return isNewEvent(to) ? Events.toNew(tree) : renamed(tree, to);
    }

    /// As [#toRequest], for those who change nothing: the tree may be shared.
    ObjectNode shown(StoredObject object, Kind to) {
        return isShownAsStored(object, to) ? object.tree() : toRequest(object, to);
    }

    /// Stored objects as the request wants them; a webhook is asked about all at once.
    List<ObjectNode> toRequest(List<StoredObject> objects, Kind to) {
        if (!isConvertedByWebhook(to)) {
            return objects.stream().map(object -> toRequest(object, to)).toList();
        }
        List<ObjectNode> foreign =
                objects.stream()
                        .filter(object -> !isStoredAs(object, to))
                        .map(object -> copy(object, to))
                        .toList();
        Iterator<ObjectNode> converted =
                (foreign.isEmpty() ? foreign : webhooks.convert(foreign, to)).iterator();
        List<ObjectNode> all = new ArrayList<>();
        for (StoredObject object : objects) {
            if (isStoredAs(object, to)) {
                all.add(copy(object, to));
            } else {
                ObjectNode one = converted.next();
                to.rules().conform(one);
                all.add(one);
            }
        }
        return all;
    }

    /// Whether a webhook, and no plugin, knows how versions of the kind differ.
    boolean isConvertedByWebhook(Kind kind) {
        return !kind.builtIn()
                && webhooks.concern(kind)
                && plugins.stream().noneMatch(plugin -> plugin.converts(kind));
    }

    /// The caller's own, with the defaults that its version has got since it was written (H4.14).
    private ObjectNode copy(StoredObject object, Kind to) {
        ObjectNode tree = object.copy();
        if (!to.builtIn()) {
            Kind stored = stored(to);
            if (isStoredAs(object, stored) && isBehind(object, stored)) {
                stored.rules().applyDefaults(tree);
            }
        }
        return tree;
    }

    private static boolean isBehind(StoredObject object, Kind kind) {
        return object.revision() < kind.rules().defaultsSince();
    }

    /// Whether the stored bytes are what is shown in a version.
    static boolean isShownAsStored(StoredObject object, Kind kind) {
        return !isBehind(object, kind) && isStoredAs(object, kind);
    }

    /// The JSON of a stored object as the request wants it; shared when it is stored so.
    byte[] json(StoredObject object, Kind to, Form form) {
        if (isShownAsStored(object, to)) {
            return form.withoutManagedFields() ? object.jsonWithoutManagedFields() : object.json();
        }
        ObjectNode tree = isNewEvent(to) ? Events.toNew(top(object.tree())) : toRequest(object, to);
        return tree.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public List<Kind> of(Kind kind) {
        return kinds.view().sharing(resource(kind)).stream()
                .filter(other -> !other.apiVersion().equals(kind.apiVersion()))
                .toList();
    }

    @Override
    public ObjectNode convert(ObjectNode object, Kind from, Kind to) {
        return changed(object.deepCopy(), from, to);
    }

    /// How managed fields look at the other versions of a kind.
    OtherVersions others(Kind kind) {
        return new OtherVersions() {
            @Override
            public @Nullable Schema schema(String apiVersion) {
                Kind other = kinds.view().named(apiVersion, kind.kind());
                return other == null || !resource(other).equals(resource(kind))
                        ? null
                        : other.schema();
            }

            @Override
            public ObjectNode convert(ObjectNode object, String apiVersion) {
                Kind other = kinds.view().named(apiVersion, kind.kind());
                return other == null ? object : changed(object.deepCopy(), kind, other);
            }
        };
    }

    /// Asked for every event of every watch: compares in place.
    static boolean isStoredAs(StoredObject object, Kind kind) {
        byte[] json = object.json();
        int at = API_VERSION.length;
        if (json.length <= at || !Arrays.equals(json, 0, at, API_VERSION, 0, at)) {
            return false;
        }
        String group = kind.group();
        if (!group.isEmpty()) {
            if (!isAt(json, at, group, '/')) {
                return false;
            }
            at += group.length() + 1;
        }
        return isAt(json, at, kind.version(), '"');
    }

    /// Whether a text of ASCII and the character after it stand at an offset.
    private static boolean isAt(byte[] json, int at, String text, char after) {
        int end = at + text.length();
        if (end >= json.length || json[end] != after) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (json[at + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// The draft of a request's object.
    Draft draft(ObjectNode object, Kind from) {
        // a copy is only needed where another version is made of it: a draft is text at once
        if (from.storageVersion()) {
            return Draft.of(object);
        }
        return Draft.of(toStorage(isNewEvent(from) ? top(object) : object.deepCopy(), from));
    }

    /// A copy of an object as deep as the two kinds of events differ.
    private static ObjectNode top(ObjectNode object) {
        ObjectNode copy = object.objectNode();
        copy.setAll(object);
        return copy;
    }

    /// @param object may be changed
    private ObjectNode changed(ObjectNode object, Kind from, Kind to) {
        if (from.apiVersion().equals(to.apiVersion())) {
            return object;
        }
        if (isNewEvent(from)) {
            return Events.toCore(object);
        }
        return isNewEvent(to) ? Events.toNew(object) : renamed(object, to);
    }

    /// The other version may know other fields. Recorded: what is stored has the defaults of its version, what is only shown
    /// in a version has not (H4.14, H4.42).
    private ObjectNode renamed(ObjectNode object, Kind to) {
        if (isConvertedByWebhook(to)) {
            ObjectNode converted = webhooks.convert(List.of(object), to).getFirst();
            object.removeAll();
            object.setAll(converted);
        } else if (!to.builtIn()) {
            plugins.forEach(plugin -> plugin.convert(object, to.apiVersion()));
        }
        object.put("apiVersion", to.apiVersion());
        if (!to.builtIn()) {
            to.rules().conform(object);
            if (to.storageVersion()) {
                to.rules().applyDefaults(object);
            }
        }
        return object;
    }

    private static boolean isNewEvent(Kind kind) {
        return kind.builtIn() && kind.group().equals(EVENTS_GROUP);
    }
}
