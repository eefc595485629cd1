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
/// been told elsewhere. A server runs until the next one starts, unless `<!-- beside the others -->` stands before that one, or
/// until a comment tells: `<!-- ends: ./sluice up --data ./north -->`, which is how the command begins.
///
/// @param file the page
/// @param blocks what is to be typed, in order
/// @param faults what keeps the page from being run, in sentences
record WrittenPage(Path file, List<String> blocks, List<String> faults) {
    /// How many ports a script may need.
    static final int PORTS = 3;

    private static final Pattern NOT_RUN = Pattern.compile("<!-- not run: \\S.*-->");
    private static final Pattern RUN_FIRST = Pattern.compile("<!-- run first: (.*\\S)\\s*-->");
    private static final Pattern BESIDE = Pattern.compile("<!-- beside the others -->");
    private static final Pattern ENDS = Pattern.compile("<!-- ends: (\\./sluice .*\\S)\\s*-->");
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
                Matcher ends = ENDS.matcher(text);
                if (ends.matches()) {
                    blocks.add("end_server '" + ends.group(1) + "'\n");
                }
                before = text.isEmpty() ? before : text;
            } else if (text.equals("```")) {
                boolean skipped = NOT_RUN.matcher(before).matches();
                if (language.equals("sh") && !skipped) {
                    if (isServer(block.toString()) && !BESIDE.matcher(before).matches()) {
                        blocks.add("end_servers\n");
                    }
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

    private static boolean isServer(String block) {
        return block.startsWith("./sluice up") || block.startsWith("./sluice apiserver");
    }

    /// All blocks as one script for `sh`. What keeps a server up runs beside the rest, and ends with the script at the latest.
    ///
    /// @param ports taken in place of 6443, 6444 and 6445, which may be somebody else's
    static String script(List<String> blocks, List<Integer> ports) {
        StringBuilder script = new StringBuilder(START);
        for (String block : blocks) {
            String text = block;
            for (int i = 0; i < PORTS; i++) {
                text = text.replaceAll("\\b" + (6443 + i) + "\\b", ports.get(i).toString());
            }
            if (isServer(text)) {
                String first = text.lines().findFirst().orElseThrow();
                String port = first.contains("--port") ? "" : " --port " + ports.getFirst();
                script.append("start_server ").append(first).append(port).append('\n');
            } else {
                script.append(text);
            }
        }
        return script.toString();
    }

    private static final String START =
            """
            set -eu
            started=0
            : >servers
            start_server() {
              started=$((started + 1))
              log=server-$started.log
              : >$log
              "$@" >$log 2>&1 &
              echo "$! $*" >>servers
              until grep -q 'Ctrl-C ends it' $log; do
                kill -0 $! || { cat $log; exit 70; }
                sleep 0.2
              done
            }
            end_server() {
              ended=$(grep -F " $1" servers | cut -d ' ' -f 1)
              grep -v -F " $1" servers >left || :
              mv left servers
              kill $ended
              wait $ended || :
            }
            end_servers() {
              while read -r server _; do
                kill $server
                wait $server || :
              done <servers
              : >servers
            }
            trap end_servers EXIT
            """;
}
