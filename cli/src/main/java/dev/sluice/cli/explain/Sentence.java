package dev.sluice.cli.explain;

/// Text with one full stop, whoever wrote its end.
final class Sentence {
    private Sentence() {}

    static String of(String text) {
        return text.endsWith(".") ? text : text + ".";
    }
}
