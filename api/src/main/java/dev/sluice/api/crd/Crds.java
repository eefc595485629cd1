package dev.sluice.api.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/// The CustomResourceDefinitions of `kueue.x-k8s.io`, as they are applied to an API server.
///
/// Schema, rules, messages and columns stand in `crds/PLURAL.json`; what the fields mean in
/// `crds/descriptions.properties`, which is merged in.
public final class Crds {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// Plural names of the kinds, in the order in which their definitions are applied.
    public static final List<String> PLURALS =
            List.of(
                    "resourceflavors",
                    "topologies",
                    "admissionchecks",
                    "workloadpriorityclasses",
                    "cohorts",
                    "clusterqueues",
                    "localqueues",
                    "workloads",
                    "multikueueclusters",
                    "multikueueconfigs",
                    "provisioningrequestconfigs");

    private Crds() {}

    /// All definitions, each a fresh copy.
    public static List<ObjectNode> all() {
        Properties descriptions = descriptions();
        return PLURALS.stream().map(plural -> described(plural, descriptions)).toList();
    }

    /// The definition of `PodGroup` (`scheduling.k8s.io`), which is served only where pods are scheduled in groups (S4.160, S4.161).
    public static ObjectNode podGroups() {
        return (ObjectNode) read("podgroups");
    }

    private static ObjectNode described(String plural, Properties descriptions) {
        ObjectNode crd = (ObjectNode) read(plural);
        String kind = crd.at("/spec/names/kind").asText();
        for (JsonNode version : crd.at("/spec/versions")) {
            describe((ObjectNode) version.at("/schema/openAPIV3Schema"), kind, descriptions);
        }
        return crd;
    }

    private static void describe(ObjectNode schema, String path, Properties descriptions) {
        String description =
                descriptions.getProperty(path, descriptions.getProperty(anywhere(path)));
        if (description != null) {
            schema.put("description", description);
        }
        JsonNode fields =
                schema.has("items") ? schema.at("/items/properties") : schema.path("properties");
        for (Map.Entry<String, JsonNode> field : fields.properties()) {
            describe((ObjectNode) field.getValue(), path + "." + field.getKey(), descriptions);
        }
    }

    /// The key of a field that means the same wherever it stands: that of an object of one kind at its top
    /// (`*.metadata`), or of an entry in a list of one kind (`*.conditions.reason`).
    private static String anywhere(String path) {
        String[] names = path.split("\\.");
        return names.length == 2
                ? "*." + names[1]
                : "*." + names[Math.max(0, names.length - 2)] + "." + names[names.length - 1];
    }

    private static JsonNode read(String plural) {
        try (InputStream in = open(plural + ".json")) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Properties descriptions() {
        Properties descriptions = new Properties();
        try (InputStream in = open("descriptions.properties")) {
            descriptions.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            return descriptions;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String name) {
        InputStream in = Crds.class.getResourceAsStream("/crds/" + name);
        if (in == null) {
            throw new IllegalStateException("crds/" + name + " is not on the class path");
        }
        return in;
    }
}
