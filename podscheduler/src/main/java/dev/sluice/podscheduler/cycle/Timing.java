package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.framework.Plugin;
import dev.sluice.podscheduler.framework.Point;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;

/// How long the points and plugins of one attempt take, for metrics (S3.14).
///
/// @param sampled whether each plugin is timed too, which is done in every tenth attempt
record Timing(SchedulerMetrics metrics, String profile, boolean sampled) {
    private static final int SAMPLED_ONE_IN = 10;

    /// @param attempt its number
    static Timing of(SchedulerMetrics metrics, String profile, long attempt) {
        return new Timing(metrics, profile, attempt % SAMPLED_ONE_IN == 0);
    }

    /// Of an attempt that nobody is told about.
    static Timing none(String profile) {
        return new Timing(new SchedulerMetrics(), profile, false);
    }

    long begin() {
        return metrics.begin();
    }

    /// All plugins at a point have been asked.
    void passed(Point point, Status.Code status, long begin) {
        metrics.passed(point, status, profile, begin);
    }

    /// One plugin has answered.
    void answered(Plugin plugin, Point point, Status.Code status, long begin) {
        if (sampled) {
            metrics.executed(plugin.name(), point, status, begin);
        }
    }

    /// The attempt asks this plugin.
    void asks(Plugin plugin, Point point) {
        metrics.count(
                "plugin_evaluation_total",
                "plugin",
                plugin.name(),
                "extension_point",
                point.label(),
                "profile",
                profile);
    }
}
