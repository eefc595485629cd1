package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.schema.Schema;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Keeps `metadata.managedFields` through every write of an object, and does server-side apply (H3.20–H3.31).
///
/// Where it belongs in a write: after decoding and defaults, before admission (what admission adds is nobody's). A write
/// that changes nothing leaves the entries as they are, times included, so that comparing the result with the live
/// object tells whether there is anything to store (H2.23).
public final class ManagedFields {
    /// Paths that the server sets and nobody owns.
    private static final FieldSet UNOWNED = unowned();

    private static final String BEFORE_FIRST_APPLY = "before-first-apply";

    private final Kind kind;
    private final OtherVersions versions;
    private final Author author;
    private final Predicate<String> ownable;

    private ManagedFields(Kind kind, OtherVersions versions, Author author) {
        this.kind = kind;
        this.versions = versions;
        this.author = author;
        this.ownable = ownable(kind, author.subresource());
    }

    /// Records a create, a PUT or a patch other than apply: what it changed now belongs to its author (H3.26).
    ///
    /// @param live null when the object is created; never changed
    /// @param object what will be stored; its `managedFields` are rewritten
    public static void track(
            Kind kind,
            OtherVersions versions,
            @Nullable ObjectNode live,
            ObjectNode object,
            Author author) {
        new ManagedFields(kind, versions, author).track(live, object);
    }

    /// Applies a configuration (H3.20–H3.24).
    ///
    /// @param live null when there is no object yet; never changed
    /// @param body the request's body; never changed
    /// @param force takes fields over from other owners instead of failing (H3.21)
    /// @return the live object with the configuration in it, as a new tree with its `managedFields`; not yet defaulted
    /// @throws ApiError 400, 409 or 500
    public static ObjectNode apply(
            Kind kind,
            OtherVersions versions,
            @Nullable ObjectNode live,
            ObjectNode body,
            Author author,
            boolean force) {
        if (!body.path("metadata").path("managedFields").isEmpty()) {
            throw ApiError.badRequest("metadata.managedFields must be nil");
        }
        ManagedFields fields = new ManagedFields(kind, versions, author);
        Configuration configuration = Configuration.of(body, kind.schema());
        return LastApplied.tolerating(
                author,
                live,
                body,
                kind.schema(),
                force,
                forced -> fields.apply(live, configuration, forced));
    }

    // --- updates
    // ---------------------------------------------------------------------------------------------------

    private void track(@Nullable ObjectNode live, ObjectNode object) {
        FieldOwners owners = FieldOwners.ofWrite(live, object, author);
        if (live != null && owners.isEmpty()) {
            owners.writeTo(object);
            return;
        }
        JsonNode before = live == null ? Blank.of(kind) : live;
        record(owners, before, object, FieldOwner.Id.updater(author, kind.apiVersion()));
        owners.cap();
        owners.writeTo(object);
    }

    /// Gives what changed between two states to one owner and takes it from the others.
    private void record(FieldOwners owners, JsonNode before, JsonNode after, FieldOwner.Id id) {
        Changes changes = new Changes(before, after);
        FieldSet changed = changes.own().changed().minus(UNOWNED);
        owners.replaceAll(changes::takeFrom);
        if (changed.isEmpty()) {
            return;
        }
        FieldOwner former = owners.get(id);
        String now = FieldOwner.timeText(author.now());
        owners.put(
                former == null
                        ? new FieldOwner(id, kind.apiVersion(), now, changed)
                        : former.changing(changed, now));
    }

    // --- apply
    // -----------------------------------------------------------------------------------------------------

    private ObjectNode apply(
            @Nullable ObjectNode live, Configuration configuration, boolean force) {
        ObjectNode before = live == null ? Blank.identity(kind) : live;
        FieldOwners owners = FieldOwners.of(live);
        if (owners.isEmpty()) {
            Author unknown = new Author(BEFORE_FIRST_APPLY, "", author.now());
            record(
                    owners,
                    Blank.of(kind),
                    before,
                    FieldOwner.Id.updater(unknown, kind.apiVersion()));
        }
        FieldOwner.Id id = FieldOwner.Id.applier(author);
        FieldOwner former = owners.get(id);
        FieldSet fields = configuration.fields().onlyTopLevel(ownable).minus(UNOWNED);
        ObjectNode merged = Merge.of(before, configuration.object(), kind.schema());
        if (former != null) {
            prune(merged, former, fields, owners);
        }
        owners.remove(id);
        Changes changes = new Changes(before, merged);
        if (!force) {
            Conflicts.check(owners, changes::changed);
        }
        owners.replaceAll(changes::takeFrom);
        boolean same = changes.own().isSame();
        String time =
                former != null && same && former.fields().equals(fields)
                        ? former.time()
                        : FieldOwner.timeText(author.now());
        owners.put(new FieldOwner(id, kind.apiVersion(), time, fields));
        owners.writeTo(merged);
        return merged;
    }

    /// What only the server owns, an object's identity and its revision, is there whoever withdraws what: the last author
    /// of something in `metadata` does not take the name along.
    private void prune(ObjectNode merged, FieldOwner former, FieldSet applied, FieldOwners owners) {
        if (!former.apiVersion().equals(kind.apiVersion())) {
            return;
        }
        FieldSet owned = applied.union(UNOWNED);
        for (FieldOwner owner : owners.all()) {
            boolean counts =
                    owner.apiVersion().equals(kind.apiVersion()) && !owner.id().equals(former.id());
            owned = counts ? owned.union(owner.fields()) : owned;
        }
        Prune.from(merged, kind.schema(), former.fields(), owned);
    }

    // --- what counts
    // -----------------------------------------------------------------------------------------------

    /// A write to `status` owns nothing but the status, one to the object everything but the status; so no owner loses
    /// or wins fields that the write does not reach (H3.24). Built-in kinds take metadata on `status`, custom ones do not
    /// (H2.24).
    private static Predicate<String> ownable(Kind kind, String subresource) {
        boolean hasStatus = kind.subresources().contains(Kind.Subresource.STATUS);
        return switch (subresource) {
            case "" -> name -> !hasStatus || !name.equals("status");
            case "status" ->
                    kind.builtIn()
                            ? name -> name.equals("status") || name.equals("metadata")
                            : name -> name.equals("status");
            default -> _ -> true;
        };
    }

    private static FieldSet unowned() {
        FieldSet.Builder all = FieldSet.Builder.root();
        all.at(Steps.field("apiVersion")).add();
        all.at(Steps.field("kind")).add();
        FieldSet.Builder metadata = all.at(Steps.field("metadata"));
        metadata.add();
        for (String name :
                Set.of(
                        "name",
                        "namespace",
                        "creationTimestamp",
                        "selfLink",
                        "uid",
                        "clusterName",
                        "generation",
                        "managedFields",
                        "resourceVersion")) {
            metadata.at(Steps.field(name)).add();
        }
        return all.build();
    }

    /// What a write changes, seen in the version of each owner.
    private final class Changes {
        private final JsonNode before;
        private final JsonNode after;
        private final Comparison own;

        Changes(JsonNode before, JsonNode after) {
            this.before = before;
            this.after = after;
            this.own = Comparison.of(before, after, kind.schema(), ownable);
        }

        Comparison own() {
            return own;
        }

        /// The owner's fields that the write changes.
        FieldSet changed(FieldOwner owner) {
            return owner.fields().intersection(in(owner.apiVersion()).changed());
        }

        /// The owner without what the write changed or removed. The fields are gone altogether when the owner's version
        /// is not served any more.
        FieldOwner takeFrom(FieldOwner owner) {
            if (!isServed(owner.apiVersion())) {
                return owner.with(FieldSet.EMPTY);
            }
            Comparison seen = in(owner.apiVersion());
            return owner.without(seen.changed(), seen.removed());
        }

        private boolean isServed(String apiVersion) {
            return apiVersion.equals(kind.apiVersion()) || versions.schema(apiVersion) != null;
        }

        private Comparison in(String apiVersion) {
            Schema schema =
                    apiVersion.equals(kind.apiVersion()) ? null : versions.schema(apiVersion);
            if (schema == null) {
                return own;
            }
            return Comparison.of(
                    versions.convert((ObjectNode) before, apiVersion),
                    versions.convert((ObjectNode) after, apiVersion),
                    schema,
                    ownable);
        }
    }
}
