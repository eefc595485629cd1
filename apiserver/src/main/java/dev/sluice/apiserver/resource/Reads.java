package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.store.ObjectKey;
import dev.sluice.apiserver.store.Snapshot;
import dev.sluice.apiserver.store.Store;
import dev.sluice.apiserver.store.StoredObject;
import dev.sluice.apiserver.watch.FrameSources;
import dev.sluice.apiserver.watch.WatchHub;
import dev.sluice.apiserver.watch.WatchStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.ThreadLocalRandom;

/// Get, list and watch.
final class Reads {
    /// A watch without `timeoutSeconds` lives for this long, up to twice (H1.59).
    private static final long WATCH_SECONDS_MIN = 1_800;

    private final Store store;
    private final WatchHub hub;
    private final Versions versions;
    private final Render render;
    private final Duration bookmarkInterval;

    Reads(Store store, WatchHub hub, Versions versions, Render render, Duration bookmarkInterval) {
        this.store = store;
        this.hub = hub;
        this.versions = versions;
        this.render = render;
        this.bookmarkInterval = bookmarkInterval;
    }

    ApiResponse get(ApiRequest request, Route route) {
        Form form = Form.negotiate(request, route);
        Page.awaitRevision(store, ListOptions.of(request, route.kind()).revision());
        StoredObject object = store.snapshot().get(key(route));
        if (object == null) {
            throw route.notFound();
        }
        return Answers.ok(
                form,
                render.object(
                        object,
                        route.kind(),
                        form,
                        ListOptions.of(request, route.kind()).include()));
    }

    ApiResponse listOrWatch(ApiRequest request, Route route) {
        Form form = Form.negotiateMany(request, route);
        ListOptions options = ListOptions.of(request, route.kind());
        return options.watch() ? watch(route, options, form) : list(route, options, form);
    }

    private ApiResponse list(Route route, ListOptions options, Form form) {
        try {
            return list(Page.read(store, route, options), route, options, form);
        } catch (ExpiredToken expired) {
            return Answers.expired(expired);
        }
    }

    private ApiResponse list(Page page, Route route, ListOptions options, Form form) {
        byte[] body =
                switch (form.shape()) {
                    case OBJECT ->
                            form.yaml()
                                    ? Render.bytes(listTree(page, route.kind()), true)
                                    : listJson(page, route.kind(), form);
                    case TABLE ->
                            Render.bytes(table(page, route.kind(), form, options), form.yaml());
                    case METADATA_LIST ->
                            Render.bytes(metadata(page, route.kind(), form), form.yaml());
                    case METADATA ->
                            throw new ApiError(
                                    406,
                                    "NotAcceptable",
                                    "you requested PartialObjectMetadata, but the requested object"
                                            + " is a list ("
                                            + route.kind().kind()
                                            + "List)",
                                    null);
                };
        return Answers.ok(form, body);
    }

    /// Stored bytes are copied as they are; items of built-in kinds come without apiVersion and kind.
    private byte[] listJson(Page page, Kind kind, Form form) {
        if (versions.isConvertedByWebhook(kind)) {
            return Render.bytes(listTree(page, kind), false);
        }
        int size = 256;
        for (StoredObject object : page.objects()) {
            size += object.json().length + 1;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(size);
        ObjectNode head = listHead(page, kind);
        byte[] start = head.toString().getBytes(StandardCharsets.UTF_8);
        out.write(start, 0, start.length - 1);
        out.writeBytes(",\"items\":[".getBytes(StandardCharsets.US_ASCII));
        boolean first = true;
        for (StoredObject object : page.objects()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            writeItem(out, object, kind, form);
        }
        out.write(']');
        out.write('}');
        return out.toByteArray();
    }

    private void writeItem(ByteArrayOutputStream out, StoredObject object, Kind kind, Form form) {
        if (kind.builtIn() && Versions.isStoredAs(object, kind)) {
            int from = object.metadataAt();
            out.write('{');
            byte[] json = versions.json(object, kind, form);
            out.write(json, from, json.length - from);
        } else if (kind.builtIn()) {
            ObjectNode item = versions.toRequest(object, kind);
            item.remove("apiVersion");
            item.remove("kind");
            out.writeBytes(item.toString().getBytes(StandardCharsets.UTF_8));
        } else {
            out.writeBytes(versions.json(object, kind, form));
        }
    }

    private static ObjectNode listHead(Page page, Kind kind) {
        ObjectNode head = JsonNodeFactory.instance.objectNode();
        head.put("kind", kind.listKind()).put("apiVersion", kind.apiVersion());
        ObjectNode metadata = head.putObject("metadata");
        if (!kind.builtIn()) {
            metadata.put("continue", "");
        }
        fill(metadata, page);
        return head;
    }

    private ObjectNode listTree(Page page, Kind kind) {
        ObjectNode list = listHead(page, kind);
        ArrayNode items = list.putArray("items");
        versions.toRequest(page.objects(), kind).forEach(items::add);
        return list;
    }

    private ObjectNode table(Page page, Kind kind, Form form, ListOptions options) {
        ObjectNode table = render.table(kind, form, true);
        fill(table.withObject("/metadata"), page);
        ArrayNode rows = table.withArray("/rows");
        for (ObjectNode object : versions.toRequest(page.objects(), kind)) {
            render.row(rows, object, kind, form, options.include());
        }
        return table;
    }

    private ObjectNode metadata(Page page, Kind kind, Form form) {
        ObjectNode list = JsonNodeFactory.instance.objectNode();
        list.put("kind", "PartialObjectMetadataList")
                .put("apiVersion", "meta.k8s.io/" + form.version());
        fill(list.putObject("metadata"), page);
        ArrayNode items = list.putArray("items");
        versions.toRequest(page.objects(), kind)
                .forEach(object -> items.add(Render.metadata(object, form.version())));
        return list;
    }

    private static void fill(ObjectNode metadata, Page page) {
        metadata.put("resourceVersion", Long.toString(page.revision()));
        if (page.continueToken() != null) {
            metadata.put("continue", page.continueToken());
            if (page.remaining() >= 0) {
                metadata.put("remainingItemCount", page.remaining());
            }
        }
    }

    private ApiResponse watch(Route route, ListOptions options, Form form) {
        Watched format = new Watched(versions, render, route.kind(), form, options.include());
        long wanted = options.revision();
        boolean start = wanted == 0 && options.sendInitialEvents() == null;
        boolean initial = start || Boolean.TRUE.equals(options.sendInitialEvents());
        if (initial) {
            try {
                Page.awaitRevision(store, wanted);
            } catch (ApiError tooLarge) {
                return Answers.stream(form, FrameSources.of(format.error(tooLarge)));
            }
        }
        Snapshot now = store.snapshot();
        Iterator<StoredObject> objects =
                initial
                        ? now.of(Versions.resource(route.kind()))
                                .from(
                                        "",
                                        route.namespace().isEmpty() ? "" : route.namespace() + "/")
                        : null;
        boolean endMarked = Boolean.TRUE.equals(options.sendInitialEvents()) && options.bookmarks();
        WatchStream.Request request =
                new WatchStream.Request(
                        Versions.resource(route.kind()),
                        route.namespace(),
                        options.selector(),
                        initial || wanted == 0 ? now.revision() : wanted,
                        objects,
                        endMarked,
                        options.bookmarks(),
                        timeout(options),
                        bookmarkInterval);
        return Answers.stream(form, WatchStream.open(store, hub, request, format));
    }

    private static Duration timeout(ListOptions options) {
        return Duration.ofSeconds(
                options.timeoutSeconds() > 0
                        ? options.timeoutSeconds()
                        : WATCH_SECONDS_MIN
                                + ThreadLocalRandom.current().nextLong(WATCH_SECONDS_MIN));
    }

    static ObjectKey key(Route route) {
        return new ObjectKey(Versions.resource(route.kind()), route.namespace(), route.name());
    }
}
