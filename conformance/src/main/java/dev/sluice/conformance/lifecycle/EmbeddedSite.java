package dev.sluice.conformance.lifecycle;

import dev.sluice.conformance.embedded.Answer;
import dev.sluice.conformance.embedded.Requests;
import dev.sluice.localcluster.LocalCluster;
import org.jspecify.annotations.Nullable;

/// One cluster of an {@link EmbeddedWorld}.
record EmbeddedSite(LocalCluster cluster, World world) implements Site {
    @Override
    public Answer send(
            String method, String path, @Nullable String contentType, @Nullable String body) {
        Answer answer = requests().send(method, path, contentType, body);
        if (body != null && path.equals("/api/v1/namespaces")) {
            // The recordings began when the namespace had its ServiceAccount, without which no pod
            // is let in.
            world.settle();
        }
        return answer;
    }

    @Override
    public Answer table(String path) {
        return requests().table(path);
    }

    private Requests requests() {
        return new Requests(cluster.client());
    }

    @Override
    public void atOnce(Runnable changes) {
        cluster.atOnce(changes);
    }
}
