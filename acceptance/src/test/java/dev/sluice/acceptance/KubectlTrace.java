package dev.sluice.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What one kubectl command asked of a real server, and what became of it.
///
/// @param command the words of the command, without variables and `kubectl`
/// @param exit empty when the command goes on until it is ended
/// @param requests `code method target`, normalized
/// @param prints parts of its output
record KubectlTrace(
        String title,
        List<String> variables,
        List<String> command,
        Optional<Integer> exit,
        List<String> requests,
        List<String> prints) {
    static final String NAMESPACE = "traced";

    private static final Pattern COMMAND =
            Pattern.compile("`(.*?)kubectl (.*)` → exit (\\d+|ended by us)");
    private static final Pattern REQUEST =
            Pattern.compile("(\\d{3}) ([A-Z]+) (/\\S*)(?: {4}\\[.*)?");

    /// A line of kubectl's own log, with its time.
    private static final Pattern LOGGED = Pattern.compile("^[EWI]\\d{4} ");

    /// What differs from run to run; a plain 0 is meant.
    private static final Pattern VARYING =
            Pattern.compile(
                    "(resourceVersion|timeoutSeconds|timeout|hash|involvedObject\\.uid)=(?!0(?:[,&]|$))[^,&]+");

    static List<KubectlTrace> recorded() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        KubectlTrace.class.getResourceAsStream("/kubectl-traces.md"))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            List<KubectlTrace> traces = new ArrayList<>();
            for (String section : text.replace("<ns>", NAMESPACE).split("(?m)^## ", -1)) {
                Matcher command = COMMAND.matcher(section);
                if (command.find()) {
                    traces.add(read(section, command));
                }
            }
            return traces;
        }
    }

    private static KubectlTrace read(String section, Matcher command) {
        List<String> requests = new ArrayList<>();
        List<String> prints = new ArrayList<>();
        for (String line : section.lines().toList()) {
            Matcher request = REQUEST.matcher(line);
            if (request.matches() && counts(request.group(3))) {
                requests.add(
                        request.group(1)
                                + " "
                                + request.group(2)
                                + " "
                                + normalized(request.group(3)));
            }
            if (line.startsWith("Prints: ")) {
                Matcher quoted = Pattern.compile("`([^`]*)`").matcher(line);
                while (quoted.find()) {
                    String part = quoted.group(1);
                    if (!LOGGED.matcher(part).find()) {
                        prints.add(
                                part.endsWith("…") ? part.substring(0, part.length() - 1) : part);
                    }
                }
            }
        }
        String exit = command.group(3);
        return new KubectlTrace(
                section.lines().findFirst().orElseThrow(),
                command.group(1).isBlank() ? List.of() : List.of(command.group(1).strip()),
                Arrays.asList(command.group(2).split(" ")),
                exit.startsWith("ended") ? Optional.empty() : Optional.of(Integer.valueOf(exit)),
                requests,
                prints);
    }

    /// Documents that kubectl caches, and the question for the version with which some builds of it begin, do not count.
    static boolean counts(String target) {
        String path = target.split("\\?", 2)[0];
        return !path.startsWith("/openapi")
                && !path.equals("/api")
                && !path.equals("/apis")
                && !path.equals("/version");
    }

    /// Parameters and selector terms in one order, and what differs from run to run as `*`.
    static String normalized(String target) {
        String[] parts = target.split("\\?", 2);
        if (parts.length == 1) {
            return target;
        }
        TreeSet<String> parameters = new TreeSet<>();
        for (String pair : parts[1].split("&", -1)) {
            String plain = URLDecoder.decode(pair.replace("+", "%2B"), StandardCharsets.UTF_8);
            String stable = VARYING.matcher(plain).replaceAll("$1=*");
            if (stable.startsWith("fieldSelector=")) {
                String terms = stable.substring("fieldSelector=".length());
                stable = "fieldSelector=" + new TreeSet<>(List.of(terms.split(",", -1)));
            }
            parameters.add(stable);
        }
        return parts[0] + "?" + String.join("&", parameters);
    }
}
