package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.store.ObjectKey;
import dev.sluice.apiserver.store.Store;
import dev.sluice.apiserver.store.StoredObject;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads objects straight from the store.
public record StoredObjects(Store store) implements ObjectReader {
    @Override
    public @Nullable ObjectNode get(String resource, String namespace, String name) {
        StoredObject object = store.snapshot().get(new ObjectKey(resource, namespace, name));
        return object == null ? null : object.tree();
    }

    @Override
    public List<ObjectNode> list(String resource, String namespace) {
        List<ObjectNode> all = new ArrayList<>();
        Iterator<StoredObject> objects =
                store.snapshot().of(resource).from("", namespace.isEmpty() ? "" : namespace + "/");
        while (objects.hasNext()) {
            all.add(objects.next().copy());
        }
        return all;
    }
}
