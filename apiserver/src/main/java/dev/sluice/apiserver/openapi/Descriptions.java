package dev.sluice.apiserver.openapi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// What types and fields mean, in our own words, read from text: `core.Pod: …` or `core.PodSpec.nodeName: …`.
final class Descriptions {
    private final Map<String, String> textByName = new HashMap<>();

    Descriptions() {
        try (InputStream in =
                        Objects.requireNonNull(
                                Descriptions.class.getResourceAsStream("descriptions.txt"));
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line : reader.lines().toList()) {
                int colon = line.indexOf(": ");
                if (colon > 0 && !line.startsWith("#")) {
                    textByName.put(line.substring(0, colon), line.substring(colon + 2));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// @return the text, or an empty one
    String of(String name) {
        return textByName.getOrDefault(name, "");
    }
}
