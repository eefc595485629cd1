package dev.sluice.apiserver.cel;

/// An evaluation that has no value: a missing key, a division by zero. Logical operators absorb it when the other operand
/// decides.
public final class CelFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CelFailure(String why) {
        super(why, null, false, false);
    }

    /// The message; never null.
    public String text() {
        return String.valueOf(getMessage());
    }

    static CelFailure noSuchKey(Object key) {
        return new CelFailure("no such key: " + key);
    }

    static CelFailure noSuchOverload() {
        return new CelFailure("no such overload");
    }
}
