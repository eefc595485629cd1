package dev.sluice.controllers.multicluster;

import io.fabric8.kubernetes.client.Config;

/// How a worker is reached, or why that cannot be said (A11.1).
sealed interface Access {

    /// @param text the kubeconfig as it was read; whoever reads the same again need not connect anew. It holds secrets
    /// @param config what a client needs of it; it holds secrets
    record Usable(String text, Config config) implements Access {
        @Override
        public String toString() {
            return config.getMasterUrl();
        }
    }

    /// @param reason of the condition
    /// @param words what is wrong, without any secret
    record Refused(Reason reason, String words) implements Access {
        /// The message of the condition.
        String message() {
            return "load client config failed: " + words;
        }
    }

    /// Reasons of the condition `Active` of a cluster that cannot be connected as it is described.
    enum Reason {
        BAD_KUBE_CONFIG("BadKubeConfig"),
        INSECURE_KUBE_CONFIG("InsecureKubeConfig"),
        BAD_REST_CONFIG("BadRestConfig"),
        CLUSTER_PROFILE_FEATURE_DISABLED("MultiKueueClusterProfileFeatureDisabled");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    static Refused bad(String words) {
        return new Refused(Reason.BAD_KUBE_CONFIG, words);
    }

    static Refused insecure(String words) {
        return new Refused(Reason.INSECURE_KUBE_CONFIG, words);
    }
}
