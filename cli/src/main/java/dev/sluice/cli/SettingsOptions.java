package dev.sluice.cli;

import dev.sluice.api.config.BadConfigurationException;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that tell the controllers how to behave.
final class SettingsOptions {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The Configuration (config.kueue.x-k8s.io/v1beta2) to use.")
    private @Nullable Path config;

    @Option(
            names = "--feature-gates",
            paramLabel = "A=true,B=false",
            defaultValue = "",
            description = "Feature gates; those of the configuration file are applied after them.")
    private String gates = "";

    /// The settings that the options ask for.
    ///
    /// @throws Refusal when there is something in them that cannot be used
    Configuration settings() {
        try {
            FeatureGates base = FeatureGates.defaults();
            if (!gates.isEmpty()) {
                base = base.with(FeatureGates.parse(gates));
            }
            Path file = config;
            Configuration settings =
                    Configuration.read(file == null ? "{}" : Files.readString(file), base);
            settings.gates().remarks().forEach(System.err::println);
            return settings;
        } catch (BadConfigurationException bad) {
            throw new Refusal(
                    2,
                    (config == null ? "--feature-gates" : config)
                            + ": "
                            + String.join("; ", bad.complaints()));
        } catch (IOException unreadable) {
            throw new Refusal(
                    2,
                    "the configuration "
                            + config
                            + " cannot be read: "
                            + KubeconfigFile.reason(unreadable));
        }
    }
}
