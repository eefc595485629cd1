package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.framework.Profile;

/// The default profile, with the upstream plugins in the upstream order and with the upstream weights (S3.63).
public final class DefaultPlugins {
    public static final String SCHEDULER_NAME = "default-scheduler";

    private DefaultPlugins() {}

    public static Profile profile() {
        return SchedulerConfiguration.standard().profiles().of(SCHEDULER_NAME);
    }
}
