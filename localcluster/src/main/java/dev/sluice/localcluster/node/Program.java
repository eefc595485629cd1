package dev.sluice.localcluster.node;

import io.fabric8.kubernetes.api.model.Container;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a container does as far as its command shows: it ends after a time with a code, or it runs until it is told
/// to end. Nothing is executed.
///
/// @param runTime null when it does not end by itself
record Program(@Nullable Duration runTime, int exitCode) {
    /// Runs until it is told to end.
    static final Program ENDLESS = new Program(null, 0);

    private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:\\.[0-9]+)?");
    private static final Pattern SLEEP_TIME = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)([smhd]?)");
    private static final Pattern DO = Pattern.compile("^(?:do|then)\\s+");
    private static final Pattern COUNTED_LOOP =
            Pattern.compile("\\{1\\.\\.([0-9]{1,2})}|seq\\s+(?:1\\s+)?([0-9]{1,2})\\)");
    private static final Pattern SEPARATOR = Pattern.compile("\\s*(?:;|&&|\\n)\\s*");
    private static final Pattern DURATION = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h)");

    /// The program of a container.
    static Program of(Container container) {
        List<String> words = new ArrayList<>();
        words.addAll(container.getCommand() == null ? List.of() : container.getCommand());
        words.addAll(container.getArgs() == null ? List.of() : container.getArgs());
        String image = container.getImage() == null ? "" : container.getImage();
        if (words.isEmpty() || isImage(image, "pause")) {
            return ENDLESS;
        }
        String first = words.getFirst();
        if (isShell(first) && words.size() >= 3 && words.get(1).endsWith("c")) {
            return script(words.get(2));
        }
        if (first.equals("entrypoint-tester")
                || isImage(image, "agnhost") && !first.endsWith("sleep")) {
            return tester(words);
        }
        return commands(List.of(String.join(" ", words)));
    }

    /// The commands that a container runs one after the other.
    static List<String> parts(List<String> command, List<String> arguments) {
        List<String> words = new ArrayList<>(command);
        words.addAll(arguments);
        if (words.isEmpty()) {
            return List.of();
        }
        boolean script =
                isShell(words.getFirst()) && words.size() >= 3 && words.get(1).endsWith("c");
        return script
                ? List.of(SEPARATOR.split(words.get(2).strip()))
                : List.of(String.join(" ", words));
    }

    private static boolean isImage(String image, String name) {
        String last = image.substring(image.lastIndexOf('/') + 1);
        return last.equals(name) || last.startsWith(name + ":") || last.startsWith(name + "@");
    }

    private static boolean isShell(String word) {
        String name = word.substring(word.lastIndexOf('/') + 1);
        return name.equals("sh") || name.equals("bash") || name.equals("ash");
    }

    private static Program script(String script) {
        return commands(List.of(SEPARATOR.split(script.strip())));
    }

    /// Commands one after the other; one that is not understood takes no time, as `echo` does. If none is understood, the
    /// whole is taken to run for ever.
    private static Program commands(List<String> commands) {
        Duration total = Duration.ZERO;
        boolean understood = false;
        Deque<Long> turns = new ArrayDeque<>(List.of(1L));
        for (String command : commands) {
            String[] words = DO.matcher(command.strip()).replaceFirst("").split("\\s+");
            String name = words[0].substring(words[0].lastIndexOf('/') + 1);
            switch (name.toLowerCase(Locale.ROOT)) {
                case "while", "until" -> {
                    return ENDLESS;
                }
                case "for" -> turns.push(turns.element() * turns(command));
                case "done" -> {
                    if (turns.size() > 1) {
                        turns.pop();
                    }
                }
                case "sleep" -> {
                    Duration time = words.length < 2 ? null : sleepTime(words[1]);
                    if (time == null) {
                        return ENDLESS;
                    }
                    total = total.plus(time.multipliedBy(turns.element()));
                    understood = true;
                }
                case "exit" -> {
                    return new Program(total, words.length < 2 ? 0 : code(words[1]));
                }
                case "true", "echo", "date", "ls", "env", "hostname", "printf" -> understood = true;
                case "false" -> {
                    return new Program(total, 1);
                }
                default -> {}
            }
        }
        return understood ? new Program(total, 0) : ENDLESS;
    }

    /// How often the body of `for x in a b c`, `for x in {1..3}` or `for x in $(seq 3)` is run.
    private static long turns(String loop) {
        Matcher counted = COUNTED_LOOP.matcher(loop);
        if (counted.find()) {
            return Math.max(
                    0, code(counted.group(1) == null ? counted.group(2) : counted.group(1)));
        }
        int in = loop.indexOf(" in ");
        return in < 0 ? 1 : loop.substring(in + 4).strip().split("\\s+").length;
    }

    /// `entrypoint-tester --sleep 5s --exit-code 3` and `entrypoint-tester 3`; `pause` of the same image runs for ever.
    private static Program tester(List<String> words) {
        Duration time = Duration.ZERO;
        int code = 0;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("pause") || word.equals("netexec") || word.equals("serve-hostname")) {
                return ENDLESS;
            }
            String value =
                    word.contains("=")
                            ? word.substring(word.indexOf('=') + 1)
                            : i + 1 < words.size() ? words.get(i + 1) : "";
            if (word.startsWith("--sleep")
                    || word.startsWith("-sleep")
                    || word.startsWith("--duration")) {
                time = duration(value);
            } else if (word.contains("exit-code")) {
                code = code(value);
            }
        }
        return new Program(time, code);
    }

    static @Nullable Duration sleepTime(String text) {
        Matcher matcher = SLEEP_TIME.matcher(text.replaceAll("^[\"']|[\"']$", ""));
        if (!matcher.matches()) {
            return null;
        }
        long unit =
                switch (matcher.group(2)) {
                    case "m" -> 60;
                    case "h" -> 3_600;
                    case "d" -> 86_400;
                    default -> 1;
                };
        return scaled(matcher.group(1), unit * 1_000);
    }

    private static Duration duration(String text) {
        if (NUMBER.matcher(text).matches()) {
            return scaled(text, 1_000);
        }
        Matcher matcher = DURATION.matcher(text);
        Duration total = Duration.ZERO;
        while (matcher.find()) {
            long millis =
                    switch (matcher.group(2)) {
                        case "ms" -> 1;
                        case "m" -> 60_000;
                        case "h" -> 3_600_000;
                        default -> 1_000;
                    };
            total = total.plus(scaled(matcher.group(1), millis));
        }
        return total;
    }

    private static Duration scaled(String number, long millis) {
        return Duration.ofMillis(
                new BigDecimal(number).multiply(BigDecimal.valueOf(millis)).longValue());
    }

    private static int code(String text) {
        try {
            return Integer.parseInt(text.strip()) & 0xff;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
