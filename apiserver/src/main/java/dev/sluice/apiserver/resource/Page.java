package dev.sluice.apiserver.resource;

import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.store.Snapshot;
import dev.sluice.apiserver.store.SortedTree;
import dev.sluice.apiserver.store.Store;
import dev.sluice.apiserver.store.StoredObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a list answers: the objects of one consistent state (H5.4, H5.10).
///
/// @param continueToken null on the last page
/// @param remaining how many are left, -1 when not counted
record Page(
        List<StoredObject> objects, long revision, @Nullable String continueToken, long remaining) {
    private static final Duration FUTURE_WAIT = Duration.ofSeconds(3);

    /// Reads a page.
    ///
    /// @throws ApiError 410 when the revision is gone, 504 when it does not come
    static Page read(Store store, Route route, ListOptions options) {
        if (!options.continueToken().isEmpty()) {
            return next(store, route, options);
        }
        long wanted = options.revision();
        awaitRevision(store, wanted);
        Snapshot now = store.snapshot();
        boolean exact =
                wanted > 0
                        && (options.match() == ListOptions.Match.EXACT
                                || (options.match() == ListOptions.Match.UNSET
                                        && options.limit() > 0));
        if (exact) {
            return of(at(store, now, route, wanted, null), wanted, route, options, "");
        }
        SortedTree<StoredObject> all = now.of(Versions.resource(route.kind()));
        return of(all, now.revision(), route, options, "");
    }

    /// Waits for a revision that a client has seen elsewhere.
    static void awaitRevision(Store store, long wanted) {
        if (wanted <= store.snapshot().revision()) {
            return;
        }
        try {
            if (store.await(wanted, FUTURE_WAIT)) {
                return;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        throw tooLarge(wanted, store.snapshot().revision());
    }

    static ApiError tooLarge(long wanted, long current) {
        return new ApiError(
                504,
                "Timeout",
                "Timeout: Too large resource version: " + wanted + ", current: " + current,
                new ApiError.Details(
                        null,
                        null,
                        null,
                        null,
                        List.of(
                                new Cause(
                                        "ResourceVersionTooLarge",
                                        "",
                                        "Too large resource version")),
                        1));
    }

    private static Page next(Store store, Route route, ListOptions options) {
        if (!options.resourceVersion().isEmpty() && !options.resourceVersion().equals("0")) {
            throw ApiError.badRequest(
                    "specifying resource version is not allowed when using continue");
        }
        ContinueToken token = ContinueToken.parse(options.continueToken());
        Snapshot now = store.snapshot();
        if (token.revision() < 0) {
            return of(
                    now.of(Versions.resource(route.kind())),
                    now.revision(),
                    route,
                    options,
                    token.start());
        }
        return of(
                at(store, now, route, token.revision(), token.start()),
                token.revision(),
                route,
                options,
                token.start());
    }

    private static SortedTree<StoredObject> at(
            Store store, Snapshot now, Route route, long revision, @Nullable String start) {
        SortedTree<StoredObject> then =
                store.history().at(now, Versions.resource(route.kind()), revision);
        if (then != null) {
            return then;
        }
        if (start == null) {
            throw new ApiError(
                    410, "Expired", "The resourceVersion for the provided list is too old.", null);
        }
        throw new ExpiredToken(new ContinueToken(-1, start).text());
    }

    private static Page of(
            SortedTree<StoredObject> tree,
            long revision,
            Route route,
            ListOptions options,
            String start) {
        // informers ask for everything at 0 and expect no pages (H5.11)
        boolean paged = options.limit() > 0 && !options.resourceVersion().equals("0");
        String prefix = prefix(route, options);
        Iterator<StoredObject> all = tree.from(start, prefix);
        List<StoredObject> objects = new ArrayList<>();
        while (all.hasNext()) {
            StoredObject object = all.next();
            if (!options.selector().matches(object)) {
                continue;
            }
            if (paged && objects.size() == options.limit()) {
                String from = object.key().path();
                boolean counted = options.selector().isEverything();
                return new Page(
                        objects,
                        revision,
                        new ContinueToken(revision, from).text(),
                        counted ? tree.count(from, prefix) : -1);
            }
            objects.add(object);
        }
        return new Page(objects, revision, null, -1);
    }

    /// What all keys of interest start with: a namespace, or even a whole key when the selector names one (H1.71).
    private static String prefix(Route route, ListOptions options) {
        String namespace =
                route.namespace().isEmpty()
                        ? options.selector().fields().namespace()
                        : route.namespace();
        if (route.kind().namespaced()) {
            return namespace == null || namespace.isEmpty() ? "" : namespace + "/";
        }
        String name = options.selector().fields().name();
        return name == null ? "" : "/" + name;
    }
}
