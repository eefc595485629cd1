package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.BindPlugin;

/// Binds through the pod's `binding` subresource (S4.151).
public final class DefaultBinder implements BindPlugin {
    @Override
    public String name() {
        return "DefaultBinder";
    }

    @Override
    public Binding bind(Pod pod, String node) {
        return new Binding(pod.namespace(), pod.name(), pod.uid(), node, name());
    }
}
