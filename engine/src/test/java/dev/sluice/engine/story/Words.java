package dev.sluice.engine.story;

import dev.sluice.model.Amounts;
import dev.sluice.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The words of a command, read from left to right. A command that says too little or too much is an error that names it.
final class Words {

    private final String line;
    private final List<String> words;
    private int at;

    Words(String line) {
        this.line = line;
        this.words = List.of(line.strip().split("\\s+"));
    }

    boolean more() {
        return at < words.size();
    }

    String next() {
        if (!more()) {
            throw wrong("ends too early");
        }
        return words.get(at++);
    }

    /// The next word if there is one.
    @Nullable String peek() {
        return more() ? words.get(at) : null;
    }

    /// Takes the next word if it is this one.
    boolean take(String word) {
        if (word.equals(peek())) {
            at++;
            return true;
        }
        return false;
    }

    int number() {
        return Integer.parseInt(next());
    }

    boolean onOrOff() {
        return switch (next()) {
            case "on" -> true;
            case "off" -> false;
            default -> throw wrong("says neither on nor off");
        };
    }

    List<String> rest() {
        List<String> rest = new ArrayList<>(words.subList(at, words.size()));
        at = words.size();
        return rest;
    }

    IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("\"" + line + "\" " + what);
    }

    /// An amount in the engine's units: cpu in cores, everything else as it is.
    static long amount(String resource, String text) {
        return Amounts.ofQuota(resource, Quantity.parse(text));
    }
}
