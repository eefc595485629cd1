package dev.sluice.localcluster.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A line that a program prints.
///
/// @param pause since the line before, or since its start
record Said(Duration pause, String text) {
    /// The lines of a container's program, in order; none when the program is not understood.
    static List<Said> by(List<String> command, List<String> arguments) {
        List<Said> lines = new ArrayList<>();
        Duration pause = Duration.ZERO;
        for (String part : Program.parts(command, arguments)) {
            String[] words = part.strip().split("\\s+", 2);
            String name = words[0].substring(words[0].lastIndexOf('/') + 1);
            String rest = words.length > 1 ? words[1] : "";
            switch (name) {
                case "sleep" -> {
                    Duration time = Program.sleepTime(rest.split("\\s+")[0]);
                    if (time == null) {
                        return lines;
                    }
                    pause = pause.plus(time);
                }
                case "echo", "printf" -> {
                    for (String line : plain(rest).split("\\\\n|\n", -1)) {
                        lines.add(new Said(pause, line));
                        pause = Duration.ZERO;
                    }
                    if (name.equals("printf") && lines.getLast().text().isEmpty()) {
                        lines.removeLast();
                    }
                }
                case "exit" -> {
                    return lines;
                }
                default -> {}
            }
        }
        return lines;
    }

    /// Without quotes and options, and what is redirected elsewhere is not printed.
    private static String plain(String text) {
        String printed =
                text.startsWith("-e ") || text.startsWith("-n ") ? text.substring(3) : text;
        return printed.replaceAll("[\"']", "");
    }
}
