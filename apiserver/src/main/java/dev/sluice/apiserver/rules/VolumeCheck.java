package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Checks the volumes of a pod.
final class VolumeCheck {
    /// What each kind of source cannot do without.
    private static final Map<String, List<String>> REQUIRED =
            Map.of(
                    "hostPath", List.of("path"),
                    "secret", List.of("secretName"),
                    "configMap", List.of("name"),
                    "persistentVolumeClaim", List.of("claimName"),
                    "nfs", List.of("server", "path"),
                    "csi", List.of("driver"),
                    "gitRepo", List.of("repository"));

    private static final int MODE_MAX = 0777;

    private VolumeCheck() {}

    /// @return the names of the volumes, by which containers mount them
    static Set<String> check(JsonNode volumes, Path path, Complaints out) {
        Set<String> names = new HashSet<>();
        int i = 0;
        for (JsonNode volume : volumes) {
            Path here = path.index(i++);
            source(volume, here, out);
            String name = Json.text(volume, "name");
            if (name.isEmpty()) {
                out.required(here.child("name"), "");
                continue;
            }
            List<String> wrong = Names.label(name);
            out.invalid(here.child("name"), name, wrong);
            if (wrong.isEmpty() && !names.add(name)) {
                out.duplicate(here.child("name"), name);
            }
        }
        return names;
    }

    private static void source(JsonNode volume, Path path, Complaints out) {
        int found = 0;
        for (var entry : volume.properties()) {
            String sort = entry.getKey();
            if (sort.equals("name")) {
                continue;
            }
            Path here = path.child(sort);
            if (found++ > 0) {
                out.forbidden(here, "may not specify more than 1 volume type");
                continue;
            }
            for (String field : REQUIRED.getOrDefault(sort, List.of())) {
                if (Json.text(entry.getValue(), field).isEmpty()) {
                    out.required(here.child(field), "");
                }
            }
            Numbers.between(entry.getValue(), "defaultMode", 0, MODE_MAX, here, out);
            items(entry.getValue().path("items"), here.child("items"), out);
        }
        if (found == 0) {
            out.required(path, "must specify a volume type");
        }
    }

    private static void items(JsonNode items, Path path, Complaints out) {
        int i = 0;
        for (JsonNode item : items) {
            Path here = path.index(i++);
            boolean fromPod = item.has("fieldRef") || item.has("resourceFieldRef");
            if (!fromPod && Json.text(item, "key").isEmpty()) {
                out.required(here.child("key"), "");
            }
            if (Json.text(item, "path").isEmpty()) {
                out.required(here.child("path"), "");
            }
            Numbers.between(item, "mode", 0, MODE_MAX, here, out);
        }
    }
}
