package dev.sluice.apiserver.store;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/// What a store must hold after each acknowledged change: the test's own account, kept beside a store that is written at
/// random.
final class Ledger {
    private static final int NAMES = 12;

    private final Random random;
    private final List<Map<String, String>> states = new ArrayList<>(List.of(Map.of()));
    private Map<String, String> state = new TreeMap<>();
    private Map<String, String> wanted = state;

    Ledger(long seed) {
        random = new Random(seed);
    }

    /// One random change, entered when it is acknowledged.
    ///
    /// @throws StoreReadOnly when the store refuses
    void change(Store store) {
        String name = "m" + random.nextInt(NAMES);
        boolean delete = state.containsKey(name) && random.nextInt(4) == 0;
        String value = Long.toHexString(random.nextLong()).repeat(1 + random.nextInt(40));
        ObjectKey key = new ObjectKey("configmaps", "default", name);
        Change change =
                delete
                        ? new Change.Delete(key, Change.ANY)
                        : new Change.Put(key, draft(name, value), Change.ANY);
        wanted = new TreeMap<>(state);
        if (delete) {
            wanted.remove(name);
        } else {
            wanted.put(name, value);
        }
        store.commit(List.of(change));
        state = wanted;
        states.add(state);
    }

    /// The state after each acknowledged change, the empty one first.
    List<Map<String, String>> states() {
        return states;
    }

    Map<String, String> newest() {
        return states.getLast();
    }

    /// The state that the last change leads to, whether it was acknowledged or not.
    Map<String, String> wanted() {
        return wanted;
    }

    /// All that a store holds.
    static Map<String, String> held(Store store) {
        Map<String, String> held = new TreeMap<>();
        Iterator<StoredObject> all = store.snapshot().of("configmaps").from("", "");
        while (all.hasNext()) {
            StoredObject object = all.next();
            held.put(object.key().name(), object.tree().at("/data/v").asText());
        }
        return held;
    }

    static Draft draft(String name, String value) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", "v1").put("kind", "ConfigMap");
        object.putObject("metadata").put("name", name).put("uid", "u-" + name);
        object.putObject("data").put("v", value);
        return Draft.of(object);
    }
}
