package dev.sluice.conformance.lifecycle;

/// A name that the recording gave to a value which differs from run to run, such as `<uid-4>`.
///
/// @param scope what it is counted in: for pods the beginning of the name, else empty
record Placeholder(Kind kind, String scope, int number) {
    /// Placeholders that are counted together, and so never have the same value.
    record Family(Kind kind, String scope) {}

    Family family() {
        return new Family(kind, scope);
    }

    /// What the value looks like; all of them identify.
    enum Kind {
        UID("uid", "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"),
        HASH("hash", "[0-9a-f]{5}"),
        POD("pod", "[a-z0-9]{5}"),
        TEMPLATE("template", "[a-z0-9]{6,10}");

        private final String word;
        private final String shape;

        Kind(String word, String shape) {
            this.word = word;
            this.shape = shape;
        }

        /// A regular expression that the whole value matches.
        String shape() {
            return shape;
        }

        static Kind of(String word) {
            for (Kind kind : values()) {
                if (kind.word.equals(word)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("no placeholder is called " + word);
        }
    }

    @Override
    public String toString() {
        return "<" + kind.word + "-" + number + ">";
    }
}
