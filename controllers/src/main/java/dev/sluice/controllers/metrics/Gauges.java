package dev.sluice.controllers.metrics;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Gauges that are asked at the moment of looking: nothing is kept, so series of what is gone go by themselves (L8.5).
record Gauges(PrometheusRegistry registry) {

    /// Takes one value with its labels.
    interface Series {
        void put(double value, @Nullable String... labels);
    }

    /// @param name without the common prefix
    /// @param labels their names, in the order of the values
    void add(String name, String help, List<String> labels, Consumer<Series> values) {
        GaugeWithCallback.builder()
                .name("kueue_" + name)
                .help(help)
                .constLabels(Metrics.ROLE)
                .labelNames(labels.toArray(new String[0]))
                .callback(callback -> values.accept(callback::call))
                .register(registry);
    }
}
