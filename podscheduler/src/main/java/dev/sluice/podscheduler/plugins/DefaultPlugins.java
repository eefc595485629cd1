package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.config.ConfigurationFault;
import dev.sluice.podscheduler.config.PluginCatalogue;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.framework.Profile;
import java.util.List;
import java.util.Map;

/// The default profile, with the upstream plugins in the upstream order and with the upstream weights (S3.63).
public final class DefaultPlugins {
    public static final String SCHEDULER_NAME = "default-scheduler";

    private DefaultPlugins() {}

    public static Profile profile() {
        return SchedulerConfiguration.standard().profiles().of(SCHEDULER_NAME);
    }

    /// The same with [GangScheduling], which is off by default (S4.160).
    public static Profile withGangs() {
        Map<String, ?> enabled = Map.of("enabled", List.of(Map.of("name", GangScheduling.NAME)));
        Map<String, ?> profile = Map.of("plugins", Map.of("multiPoint", enabled));
        try {
            return SchedulerConfiguration.read(
                            Map.of("profiles", List.of(profile)), PluginCatalogue.standard())
                    .profiles()
                    .of(SCHEDULER_NAME);
        } catch (ConfigurationFault ours) {
            throw new IllegalStateException("the configuration with gangs is unsound", ours);
        }
    }
}
