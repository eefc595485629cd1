package dev.sluice.apiserver.cel;

/// What may still be spent on the expressions of one policy or webhook (H2.96). One thread uses it.
public final class Budget {
    private long left;

    /// @param steps as [Program] counts them
    public Budget(long steps) {
        this.left = steps;
    }

    long left() {
        return left;
    }

    void spend(long steps) {
        left -= steps;
    }
}
