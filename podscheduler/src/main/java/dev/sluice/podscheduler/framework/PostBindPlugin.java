package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.Pod;

/// Is told of each pod that was bound. Runs outside the scheduling thread.
public interface PostBindPlugin extends Plugin {
    void postBind(Pod pod, String node);
}
