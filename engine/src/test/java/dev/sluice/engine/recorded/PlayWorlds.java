package dev.sluice.engine.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Plays files of recorded worlds and prints how many pass: for work on the engine.
final class PlayWorlds {

    private PlayWorlds() {}

    public static void main(String[] args) throws IOException {
        ObjectMapper json = new ObjectMapper();
        String only = System.getProperty("id", "");
        int show = Integer.getInteger("show", 5);
        for (String arg : args) {
            int passed = 0;
            int deviating = 0;
            int failed = 0;
            for (String line : Files.readAllLines(Path.of(arg))) {
                JsonNode world = json.readTree(line);
                if (!only.isEmpty() && !world.path("id").asText().equals(only)) {
                    continue;
                }
                Player.Result result;
                try {
                    result = new Player(world).play();
                } catch (RuntimeException e) {
                    if (!only.isEmpty()) {
                        throw e;
                    }
                    System.out.println(
                            world.path("id").asText()
                                    + " threw "
                                    + e
                                    + " at "
                                    + e.getStackTrace()[0]);
                    failed++;
                    continue;
                }
                if (result.difference() == null) {
                    passed++;
                } else if (!result.deviations().isEmpty()) {
                    deviating++;
                    if (Boolean.getBoolean("deviating")) {
                        System.out.println(result);
                    }
                } else {
                    failed++;
                    if (failed <= show) {
                        System.out.println(result.id() + " " + result.difference());
                    }
                }
            }
            System.out.printf(
                    "%s: %d passed, %d with a deviation, %d failed%n",
                    Path.of(arg).getFileName(), passed, deviating, failed);
        }
    }
}
