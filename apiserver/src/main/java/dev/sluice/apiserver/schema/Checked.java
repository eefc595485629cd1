package dev.sluice.apiserver.schema;

import dev.sluice.apiserver.error.Cause;
import java.util.ArrayList;
import java.util.List;

/// What a validation found so far.
final class Checked {
    private final List<Cause> causes = new ArrayList<>();
    private int matches;

    void add(String reason, String field, String message) {
        causes.add(new Cause(reason, field, message));
    }

    void invalid(String field, String value, String why) {
        add("FieldValueInvalid", field, "Invalid value: " + value + ": " + why);
    }

    /// A complaint that the reference attaches to no field.
    void invalidSomewhere(String why) {
        invalid("<nil>", "\"\"", why);
    }

    void merge(Checked other) {
        causes.addAll(other.causes);
        matches += other.matches;
    }

    /// Counts one more check that was made: of several alternatives that all fail, the one with most is reported.
    void count() {
        matches++;
    }

    int matches() {
        return matches;
    }

    boolean isValid() {
        return causes.isEmpty();
    }

    List<Cause> causes() {
        return causes;
    }
}
