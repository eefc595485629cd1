package dev.sluice.cli.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cli.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestReaderTest {
    @TempDir private Path folder;

    private final ManifestReader reader = new ManifestReader();

    @Test
    void readsFilesInTheOrderOfTheirNamesAndObjectsInTheirs() throws IOException {
        write("20-b.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: c}\n");
        write(
                "10-a.yml",
                """
                # two objects
                ---
                apiVersion: v1
                kind: Namespace
                metadata: {name: a}
                ---
                # nothing here
                ---
                apiVersion: v1
                kind: Secret
                metadata: {generateName: b-}
                """);
        write("notes.txt", "not a manifest: [");

        List<Manifest> manifests = reader.readFolder(folder);

        assertThat(manifests)
                .extracting(Manifest::title)
                .containsExactly("Namespace/a", "Secret/", "Pod/c");
    }

    @Test
    void findsTheLineOfAField() throws IOException {
        write(
                "a.yaml",
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: a
                ---
                apiVersion: v1
                kind: Pod
                metadata:
                  name: b
                  labels:
                    a.b/c: d
                spec:
                  containers:
                  - name: first
                  - name: second
                    image: i
                """);

        Manifest second = reader.readFolder(folder).get(1);

        assertThat(second.place("")).endsWith("a.yaml, line 6");
        assertThat(second.lines().of("spec.containers[1].image")).isEqualTo(16);
        assertThat(second.lines().of("spec.containers[0].image")).isEqualTo(14);
        assertThat(second.lines().of("spec.nodeName")).isEqualTo(12);
        assertThat(second.lines().of("status")).isEqualTo(6);
    }

    @Test
    void tellsFileAndLineOfWhatIsNotYaml() throws IOException {
        write("1.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n");
        write("2.yaml", "apiVersion: v1\nkind: Pod\nmetadata:\n  name: b\n bad: [\n");

        assertThatThrownBy(() -> reader.readFolder(folder))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("2.yaml, line 5:");
    }

    @Test
    void refusesWhatIsNoObject() throws IOException {
        write("1.yaml", "---\n- a\n- b\n");

        assertThatThrownBy(() -> reader.readFolder(folder))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(
                        "1.yaml, line 2: expected an object with apiVersion and kind");
    }

    @Test
    void refusesObjectsWithoutKindOrName() throws IOException {
        write("1.yaml", "apiVersion: v1\nmetadata: {name: a}\n");
        assertThatThrownBy(() -> reader.readFolder(folder))
                .hasMessageContaining("1.yaml, line 1: the object has no kind");

        write("1.yaml", "apiVersion: v1\nkind: Pod\nmetadata:\n  labels: {}\n");
        assertThatThrownBy(() -> reader.readFolder(folder))
                .hasMessageContaining("line 3: the object has no metadata.name");
    }

    @Test
    void refusesAFolderThatIsEmptyOrAbsent() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThatThrownBy(() -> reader.readFolder(empty))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("holds no manifest");
        assertThatThrownBy(() -> reader.readFolder(folder.resolve("absent")))
                .hasMessageContaining("there is no folder");
    }

    @Test
    void namesTheFilesThatAreEmpty() throws IOException {
        write("a.yaml", "# later\n");
        assertThatThrownBy(() -> reader.readFolder(folder))
                .hasMessageContaining("nothing but comments and white space in a.yaml");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
