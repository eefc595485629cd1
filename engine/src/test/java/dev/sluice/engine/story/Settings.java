package dev.sluice.engine.story;

import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.EngineSettings.Strategy;
import dev.sluice.engine.spec.Feature;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// `settings …`: the configuration of the engine of a story.
final class Settings {

    private Settings() {}

    static EngineSettings read(Words words) {
        EngineSettings settings = EngineSettings.defaults();
        while (words.more()) {
            settings =
                    switch (words.next()) {
                        case "fair-sharing" -> with(settings, sharing(words));
                        case "usage-based" ->
                                new EngineSettings(
                                        settings.features(),
                                        settings.fairSharing(),
                                        new EngineSettings.AdmissionFairSharing(
                                                Duration.parse("PT" + words.next()),
                                                Duration.parse("PT" + words.next()),
                                                Map.of()),
                                        false,
                                        false,
                                        false);
                        case "block-admission" ->
                                new EngineSettings(
                                        settings.features(),
                                        settings.fairSharing(),
                                        settings.admissionFairSharing(),
                                        false,
                                        false,
                                        true);
                        case "ignore-undeclared" ->
                                new EngineSettings(
                                        settings.features(),
                                        settings.fairSharing(),
                                        settings.admissionFairSharing(),
                                        true,
                                        false,
                                        false);
                        case "gate" -> settings.with(feature(words), words.onOrOff());
                        default -> throw words.wrong("is not a setting");
                    };
        }
        return settings;
    }

    private static EngineSettings with(
            EngineSettings settings, EngineSettings.FairSharing fairSharing) {
        return new EngineSettings(settings.features(), fairSharing, null, false, false, false);
    }

    private static EngineSettings.FairSharing sharing(Words words) {
        if (words.take("final-only")) {
            return new EngineSettings.FairSharing(
                    List.of(Strategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE));
        }
        return new EngineSettings.FairSharing(
                List.of(
                        Strategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE,
                        Strategy.LESS_THAN_INITIAL_SHARE));
    }

    private static Feature feature(Words words) {
        String name = words.next();
        for (Feature feature : Feature.values()) {
            if (feature.text().equals(name)) {
                return feature;
            }
        }
        throw words.wrong("names an unknown gate");
    }
}
