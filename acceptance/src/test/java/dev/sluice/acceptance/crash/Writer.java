package dev.sluice.acceptance.crash;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.concurrent.CountDownLatch;

/// Creates objects and changes each once, as fast as the server confirms, until the server is gone.
final class Writer implements Runnable {
    private final KubernetesClient client;
    private final String prefix;
    private final Acknowledged acknowledged;
    private final CountDownLatch writing;

    /// @param prefix of the names; no other writer of any round has the same
    /// @param writing counted down with each confirmed write
    Writer(
            KubernetesClient client,
            String prefix,
            Acknowledged acknowledged,
            CountDownLatch writing) {
        this.client = client;
        this.prefix = prefix;
        this.acknowledged = acknowledged;
        this.writing = writing;
    }

    @Override
    public void run() {
        try {
            for (int i = 0; ; i++) {
                ConfigMap created =
                        confirmed(client.resource(object(prefix + i, "created")).create());
                ConfigMap changed =
                        new ConfigMapBuilder(created).addToData("state", "changed").build();
                confirmed(client.resource(changed).update());
            }
        } catch (KubernetesClientException gone) {
            // The server was killed: what was under way now may be there or not.
        }
    }

    private ConfigMap confirmed(ConfigMap answer) {
        acknowledged.add(answer);
        writing.countDown();
        return answer;
    }

    private static ConfigMap object(String name, String state) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .addToData("state", state)
                .build();
    }
}
