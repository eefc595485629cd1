package dev.sluice.cli;

/// What the user or the world got wrong, in one sentence for the terminal; it ends the command and leaves nothing behind.
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int exitCode;

    /// A refusal with exit code 1.
    public Refusal(String sentence) {
        this(1, sentence);
    }

    /// A refusal with an exit code of its own, 1 to 125.
    public Refusal(int exitCode, String sentence) {
        super(sentence);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
