package dev.sluice.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A page of the documentation as the commands that it tells the reader to type.
///
/// A fenced block marked `sh` is run as it stands, in the order of the page and in one shell. A comment before it says when
/// it is not: `<!-- not run: REASON -->`. A comment `<!-- run first: COMMAND -->` stands for what the reader has
/// been told elsewhere.
///
/// @param file the page
/// @param blocks what is to be typed, in order
/// @param faults what keeps the page from being run, in sentences
record WrittenPage(Path file, List<String> blocks, List<String> faults) {
    private static final Pattern NOT_RUN = Pattern.compile("<!-- not run: \\S.*-->");
    private static final Pattern RUN_FIRST = Pattern.compile("<!-- run first: (.*\\S)\\s*-->");
    private static final Pattern COMMAND = Pattern.compile("(\\$ )?(\\./sluice|kubectl) .*");

    static WrittenPage read(Path file) throws IOException {
        List<String> blocks = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        String before = "";
        String language = null;
        StringBuilder block = new StringBuilder();
        for (String line : Files.readAllLines(file)) {
            String text = line.strip();
            if (language == null && text.startsWith("```")) {
                language = text.substring(3);
                block.setLength(0);
            } else if (language == null) {
                Matcher first = RUN_FIRST.matcher(text);
                if (first.matches()) {
                    blocks.add(first.group(1) + "\n");
                }
                before = text.isEmpty() ? before : text;
            } else if (text.equals("```")) {
                boolean skipped = NOT_RUN.matcher(before).matches();
                if (language.equals("sh") && !skipped) {
                    blocks.add(block.toString());
                } else if (!language.equals("sh")
                        && block.toString().lines().anyMatch(l -> COMMAND.matcher(l).matches())) {
                    faults.add(file + ": a block with commands is marked \"" + language + "\"");
                }
                language = null;
                before = "";
            } else {
                block.append(line).append('\n');
            }
        }
        return new WrittenPage(file, List.copyOf(blocks), List.copyOf(faults));
    }

    /// Whether the page builds on what another one has set up.
    boolean leansOn(Path other) throws IOException {
        return !file.equals(other)
                && Objects.equals(file.getParent(), other.getParent())
                && Files.readString(file).contains("](" + other.getFileName() + ")");
    }

    /// All blocks as one script for `sh`. What keeps a server up runs beside the rest and is ended before the next one
    /// and at the end.
    ///
    /// @param port taken in place of 6443 and 6444, which may be somebody else's
    static String script(List<String> blocks, int port) {
        StringBuilder script = new StringBuilder(START);
        for (String block : blocks) {
            String text = block.replaceAll("644[34]", Integer.toString(port));
            String first = text.lines().findFirst().orElse("");
            boolean stays =
                    first.startsWith("./sluice up") || first.startsWith("./sluice apiserver");
            if (!stays) {
                script.append(text);
                continue;
            }
            String command = first.contains("--port") ? first : first + " --port " + port;
            script.append("stop_server\n")
                    .append(command)
                    .append(" >server.log 2>&1 &\nserver=$!\nawait_server\n");
        }
        return script.toString();
    }

    private static final String START =
            """
            set -eu
            server=
            stop_server() {
              [ -z "$server" ] || { kill "$server"; wait "$server" || :; }
              server=
            }
            await_server() {
              until grep -q 'Ctrl-C ends it' server.log; do
                kill -0 "$server" || { cat server.log; exit 70; }
                sleep 0.2
              done
            }
            trap stop_server EXIT
            """;
}
