package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.apply.Author;
import dev.sluice.apiserver.apply.ManagedFields;
import dev.sluice.apiserver.apply.OtherVersions;
import dev.sluice.apiserver.crd.DefinitionRules;
import dev.sluice.apiserver.kind.CustomKinds;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.apiserver.store.Change;
import dev.sluice.apiserver.store.Commit;
import dev.sluice.apiserver.store.Draft;
import dev.sluice.apiserver.store.ObjectKey;
import dev.sluice.apiserver.store.Store;
import dev.sluice.apiserver.store.StoredObject;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Keeps what is served in step with the stored CustomResourceDefinitions (H4.50–H4.54). Definitions are settled on the
/// thread that wrote one, before its answer goes out: whoever creates a definition may create objects next.
public final class CustomDefinitions {
    /// The resource of definitions.
    static final String RESOURCE = "customresourcedefinitions.apiextensions.k8s.io";

    private static final String MANAGER = "kube-apiserver";

    private final Store store;
    private final KindRegistry kinds;
    private final CustomKinds customKinds;
    private final InstantSource clock;
    private final Set<String> served = new HashSet<>();
    private volatile Set<String> terminating = Set.of();

    public CustomDefinitions(
            Store store, KindRegistry kinds, CustomKinds customKinds, InstantSource clock) {
        this.store = store;
        this.kinds = kinds;
        this.customKinds = customKinds;
        this.clock = clock;
        store.onCommit(this::finishLater);
    }

    /// Whether a kind is the one of definitions.
    static boolean isDefinition(Kind kind) {
        return kind.builtIn() && kind.resource().equals(RESOURCE);
    }

    /// Recorded: the mark of deletion on a definition is a timestamp and nothing else.
    static void markPlainly(ObjectNode definition, ObjectNode old) {
        ObjectNode metadata = Metadata.of(definition);
        metadata.remove("deletionGracePeriodSeconds");
        metadata.set("generation", Metadata.of(old).path("generation"));
    }

    /// Brings status and served kinds of all definitions up to date.
    public synchronized void settle() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (StoredObject stored : definitions()) {
                changed |= settle(stored);
            }
        }
        Set<String> names = new HashSet<>();
        Set<String> leaving = new HashSet<>();
        for (StoredObject stored : definitions()) {
            names.add(stored.key().name());
            if (Metadata.isDeleting(stored.tree())) {
                leaving.add(stored.key().name());
            }
        }
        for (String name : Set.copyOf(served)) {
            if (!names.contains(name)) {
                kinds.serve(name, List.of());
                served.remove(name);
            }
        }
        terminating = Set.copyOf(leaving);
    }

    private List<StoredObject> definitions() {
        List<StoredObject> all = new ArrayList<>();
        Iterator<StoredObject> stored = store.snapshot().of(RESOURCE).from("", "");
        stored.forEachRemaining(all::add);
        return all;
    }

    /// @return true when something was written, so that others must be looked at again
    private boolean settle(StoredObject stored) {
        ObjectNode definition = stored.copy();
        List<ObjectNode> others = new ArrayList<>();
        for (StoredObject other : definitions()) {
            if (!other.key().equals(stored.key())) {
                others.add(other.tree());
            }
        }
        CustomKinds.Settled settled = customKinds.settle(definition, others);
        String name = stored.key().name();
        if (!settled.kinds().isEmpty() || served.contains(name)) {
            kinds.serve(name, settled.kinds());
            served.add(name);
        }
        boolean isGoing = Metadata.isDeleting(definition);
        if (!settled.status().equals(definition.get("status"))) {
            ObjectNode before = definition.deepCopy();
            definition.set("status", settled.status());
            track(before, definition);
            Change change = new Change.Put(stored.key(), Draft.of(definition), stored.revision());
            return store.commit(List.of(change)) instanceof Commit.Done || exists(stored.key());
        }
        return isGoing && finish(stored, definition, settled.kinds());
    }

    private boolean exists(ObjectKey key) {
        return store.snapshot().get(key) != null;
    }

    private void track(ObjectNode before, ObjectNode after) {
        Kind kind = kinds.view().find("apiextensions.k8s.io", "v1", "customresourcedefinitions");
        if (kind != null) {
            Author author = new Author(MANAGER, "status", clock.instant());
            ManagedFields.track(kind, OtherVersions.NONE, before, after, author);
        }
    }

    // --- the end of a definition
    // -----------------------------------------------------------------------------------

    /// Deletes the objects of a definition that is going; the definition goes with the last of them (H4.52).
    private boolean finish(StoredObject stored, ObjectNode definition, List<Kind> versions) {
        if (!hasFinalizer(definition)) {
            return false;
        }
        for (Kind kind : versions) {
            if (kind.storageVersion() && !deleteObjects(kind)) {
                return false;
            }
        }
        ObjectNode metadata = Metadata.of(definition);
        List<String> rest = new ArrayList<>();
        for (var finalizer : metadata.path("finalizers")) {
            if (!finalizer.asText().equals(DefinitionRules.FINALIZER)) {
                rest.add(finalizer.asText());
            }
        }
        Change change;
        if (rest.isEmpty()) {
            change = new Change.Delete(stored.key(), stored.revision());
        } else {
            metadata.putArray("finalizers");
            rest.forEach(metadata.withArrayProperty("finalizers")::add);
            change = new Change.Put(stored.key(), Draft.of(definition), stored.revision());
        }
        return store.commit(List.of(change)) instanceof Commit.Done;
    }

    private static boolean hasFinalizer(ObjectNode definition) {
        for (var finalizer : definition.path("metadata").path("finalizers")) {
            if (finalizer.asText().equals(DefinitionRules.FINALIZER)) {
                return true;
            }
        }
        return false;
    }

    /// @return whether none is left
    private boolean deleteObjects(Kind kind) {
        boolean gone = true;
        Iterator<StoredObject> objects = store.snapshot().of(Versions.resource(kind)).from("", "");
        while (objects.hasNext()) {
            StoredObject object = objects.next();
            Change change = deletion(object);
            if (change != null) {
                Commit commit = store.commit(List.of(change));
                gone &= change instanceof Change.Delete && commit instanceof Commit.Done;
            } else {
                gone = false;
            }
        }
        return gone;
    }

    /// @return null when the object is marked already and waits for its finalizers
    private @Nullable Change deletion(StoredObject object) {
        if (!Metadata.hasFinalizers(object.tree())) {
            return new Change.Delete(object.key(), object.revision());
        }
        if (Metadata.isDeleting(object.tree())) {
            return null;
        }
        ObjectNode marked = object.copy();
        Metadata.markDeleted(marked, clock.instant(), 0);
        return new Change.Put(object.key(), Draft.of(marked), object.revision());
    }

    /// When objects of a definition that is going change, the last one may be gone.
    private void finishLater(Set<String> resources) {
        for (String name : terminating) {
            if (resources.contains(name)) {
                Thread.ofVirtual().name("finish " + name).start(this::settle);
                return;
            }
        }
    }
}
