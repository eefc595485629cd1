package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.Pod;
import org.jspecify.annotations.Nullable;

/// Says how a decision is carried out. The scheduler itself writes nothing: the binding is a value that its owner sends.
public interface BindPlugin extends Plugin {
    /// @return null when the pod is none of its business; then the next plugin is asked
    @Nullable Binding bind(Pod pod, String node);

    /// What is to be written so that the pod runs on the node.
    ///
    /// @param uid a precondition: this pod and not a later one of the same name
    /// @param plugin who asked for it; the prefix of the message if it fails
    record Binding(String namespace, String name, String uid, String node, String plugin) {
        /// The pod's condition message when the write was refused (S1.74, S4.151).
        public String failureMessage(String refusal) {
            return "running Bind plugin \"" + plugin + "\": " + refusal;
        }
    }
}
