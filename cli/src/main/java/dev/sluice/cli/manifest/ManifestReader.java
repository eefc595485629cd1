package dev.sluice.cli.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.sluice.apiserver.error.FileFault;
import dev.sluice.cli.Refusal;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.Node;

/// Reads all manifests of a folder, files in the order of their names, objects in the order in which they stand. It refuses the whole
/// folder when one object cannot be read.
public final class ManifestReader {
    private static final List<String> REQUIRED = List.of("apiVersion", "kind", "metadata");

    private final YAMLMapper mapper = new YAMLMapper();

    /// The objects of all `.yaml` and `.yml` files in the folder.
    ///
    /// @throws Refusal with file and line of the first fault
    public List<Manifest> readFolder(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new Refusal(
                    Files.exists(folder)
                            ? folder + " is not a folder"
                            : "there is no folder " + folder);
        }
        List<Manifest> manifests = new ArrayList<>();
        List<String> read = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(ManifestReader::isYaml).sorted().toList()) {
                manifests.addAll(readFile(file));
                read.add(String.valueOf(file.getFileName()));
            }
        } catch (IOException unreadable) {
            throw new Refusal(
                    "the folder " + folder + " cannot be read: " + FileFault.reason(unreadable));
        }
        if (manifests.isEmpty()) {
            throw new Refusal(
                    "the folder "
                            + folder
                            + " holds no manifest: "
                            + (read.isEmpty()
                                    ? "no file there ends in .yaml or .yml"
                                    : "nothing but comments and white space in "
                                            + String.join(", ", read)));
        }
        return manifests;
    }

    private static boolean isYaml(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".yaml") || name.endsWith(".yml");
    }

    /// The objects of one file.
    ///
    /// @throws Refusal with file and line of the first fault
    public List<Manifest> readFile(Path file) {
        String text;
        try {
            text = Files.readString(file);
        } catch (CharacterCodingException binary) {
            throw new Refusal(file + " is no text in UTF-8");
        } catch (IOException unreadable) {
            throw new Refusal(
                    "the file " + file + " cannot be read: " + FileFault.reason(unreadable));
        }
        try {
            return objects(file, text);
        } catch (MarkedYAMLException broken) {
            int line = broken.getProblemMark() == null ? 1 : broken.getProblemMark().getLine() + 1;
            throw new Refusal(
                    file + ", line " + line + ": this is not YAML: " + broken.getProblem());
        } catch (IOException broken) {
            throw new Refusal(file + ": this is not YAML: " + broken.getMessage());
        }
    }

    private List<Manifest> objects(Path file, String text) throws IOException {
        List<Lines> lines = new ArrayList<>();
        for (Node document : new Yaml(new LoaderOptions()).composeAll(new StringReader(text))) {
            lines.add(new Lines(document));
        }
        List<Manifest> manifests = new ArrayList<>();
        int index = 0;
        try (MappingIterator<JsonNode> documents =
                mapper.readerFor(JsonNode.class).readValues(text)) {
            while (documents.hasNext() && index < lines.size()) {
                JsonNode document = documents.next();
                Lines place = lines.get(index++);
                if (document != null && !document.isNull()) {
                    manifests.add(manifest(file, document, place));
                }
            }
        }
        return manifests;
    }

    private static Manifest manifest(Path file, JsonNode document, Lines lines) {
        if (!(document instanceof ObjectNode object)) {
            throw new Refusal(
                    file
                            + ", line "
                            + lines.of("")
                            + ": expected an object with apiVersion and kind, got "
                            + document);
        }
        Manifest manifest = new Manifest(file, object, lines);
        for (String field : REQUIRED) {
            if (object.path(field).isMissingNode()) {
                throw new Refusal(manifest.place("") + ": the object has no " + field);
            }
        }
        JsonNode metadata = object.get("metadata");
        if (metadata.path("name").asText().isEmpty()
                && metadata.path("generateName").asText().isEmpty()) {
            throw new Refusal(manifest.place("metadata") + ": the object has no metadata.name");
        }
        return manifest;
    }
}
