package dev.sluice.cli;

import dev.sluice.api.config.BadConfigurationException;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.apiserver.error.FileFault;
import dev.sluice.cli.manifest.Lines;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
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
    /// @param notes where it is said when a file is there and says nothing, and when a gate has no effect
    /// @throws Refusal when there is something in them that cannot be used
    Configuration settings(PrintWriter notes) {
        FeatureGates base = base();
        Path file = config;
        if (file == null) {
            return noted(Configuration.read("{}", base), notes);
        }
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException unreadable) {
            throw new Refusal(
                    2,
                    "the configuration "
                            + file
                            + " cannot be read: "
                            + FileFault.reason(unreadable));
        }
        if (Lines.isEmpty(text)) {
            notes.println("The configuration " + file + " is empty: all defaults hold.");
        }
        try {
            return noted(Configuration.read(text, base), notes);
        } catch (BadConfigurationException bad) {
            throw new Refusal(2, file + ": " + String.join("; ", placed(text, bad.complaints())));
        }
    }

    private FeatureGates base() {
        try {
            return FeatureGates.defaults().with(FeatureGates.parse(gates));
        } catch (BadConfigurationException bad) {
            List<String> faults =
                    bad.complaints().stream()
                            .map(fault -> fault.replaceFirst("^featureGates[.:] ?", ""))
                            .toList();
            throw new Refusal(2, "--feature-gates: " + String.join("; ", faults));
        }
    }

    /// Each complaint with the line of the field that it begins with, in the order of the lines.
    private static List<String> placed(String text, List<String> complaints) {
        return Lines.read(text)
                .map(
                        lines ->
                                complaints.stream()
                                        .map(fault -> Placed.in(lines, fault))
                                        .sorted(Comparator.comparingInt(Placed::line))
                                        .map(placed -> "line " + placed.line + ": " + placed.fault)
                                        .toList())
                .orElse(complaints);
    }

    private record Placed(int line, String fault) {
        static Placed in(Lines lines, String fault) {
            return new Placed(lines.of(fault.split(": ", 2)[0]), fault);
        }
    }

    private static Configuration noted(Configuration settings, PrintWriter notes) {
        settings.gates().remarks().forEach(notes::println);
        settings.remarks().forEach(notes::println);
        notes.flush();
        return settings;
    }
}
