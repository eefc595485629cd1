package dev.sluice.podscheduler.config;

/// A configuration that cannot be used. The message names the field, its value and what was expected.
public final class ConfigurationFault extends Exception {
    private static final long serialVersionUID = 1L;

    public ConfigurationFault(String path, String problem) {
        super(path + ": " + problem);
    }
}
