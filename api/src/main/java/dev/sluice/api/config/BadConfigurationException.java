package dev.sluice.api.config;

import java.io.Serial;
import java.util.List;

/// A configuration that cannot be used. The message has a line for each thing that is wrong; each begins with the
/// field.
public final class BadConfigurationException extends IllegalArgumentException {
    @Serial private static final long serialVersionUID = 1;

    private final List<String> complaints;

    /// @param complaints what is wrong, at least one
    public BadConfigurationException(List<String> complaints) {
        super(String.join("\n", complaints));
        this.complaints = List.copyOf(complaints);
    }

    /// What is wrong, one line each.
    public List<String> complaints() {
        return complaints;
    }
}
