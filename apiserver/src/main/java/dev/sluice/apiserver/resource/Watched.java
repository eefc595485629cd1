package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.store.StoreEvent;
import dev.sluice.apiserver.store.StoredObject;
import dev.sluice.apiserver.watch.WatchFormat;
import java.nio.charset.StandardCharsets;

/// How the events of one watch look (H1.50, H1.58). Belongs to one watch: a Table watch describes its columns only once.
final class Watched implements WatchFormat {
    private final Versions versions;
    private final Render render;
    private final Kind kind;
    private final Form form;
    private final Render.Include include;
    private boolean columnsSent;

    Watched(Versions versions, Render render, Kind kind, Form form, Render.Include include) {
        this.versions = versions;
        this.render = render;
        this.kind = kind;
        this.form = form;
        this.include = include;
        if (form.shape() == Form.Shape.METADATA_LIST) {
            throw new ApiError(
                    406,
                    "NotAcceptable",
                    "you requested PartialObjectMetadataList, but the requested object is not a"
                            + " list ("
                            + kind.kind()
                            + ")",
                    null);
        }
    }

    @Override
    public byte[] event(StoreEvent event) {
        return form.shape() == Form.Shape.OBJECT
                        && !form.withoutManagedFields()
                        && Versions.isShownAsStored(event.object(), kind)
                ? event.frame()
                : event(event.type(), event.object());
    }

    @Override
    public byte[] event(StoreEvent.Type type, StoredObject object) {
        try {
            return StoreEvent.frame(type, shown(object));
        } catch (ApiError unconvertible) {
            return error(unconvertible);
        }
    }

    private byte[] shown(StoredObject object) {
        return switch (form.shape()) {
            case OBJECT -> versions.json(object, kind, form);
            case TABLE -> table(versions.toRequest(object, kind));
            case METADATA, METADATA_LIST ->
                    json(Render.metadata(versions.toRequest(object, kind), form.version()));
        };
    }

    @Override
    public byte[] bookmark(long revision, boolean initialEventsEnd) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
        ObjectNode metadata = object.putObject("metadata");
        metadata.put("resourceVersion", Long.toString(revision));
        if (initialEventsEnd) {
            metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
        }
        ObjectNode shown =
                switch (form.shape()) {
                    case OBJECT, METADATA_LIST -> object;
                    case METADATA -> Render.metadata(object, form.version());
                    case TABLE -> render.tableOf(object, kind, form, include, firstTime());
                };
        return line("BOOKMARK", shown);
    }

    @Override
    public byte[] error(ApiError error) {
        return line("ERROR", error.toStatus());
    }

    private byte[] table(ObjectNode object) {
        return json(render.tableOf(object, kind, form, include, firstTime()));
    }

    private boolean firstTime() {
        boolean first = !columnsSent;
        columnsSent = true;
        return first;
    }

    private static byte[] line(String type, ObjectNode object) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("type", type);
        event.set("object", object);
        return (event + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] json(ObjectNode object) {
        return object.toString().getBytes(StandardCharsets.UTF_8);
    }
}
