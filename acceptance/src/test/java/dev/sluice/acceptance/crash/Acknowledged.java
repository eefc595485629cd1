package dev.sluice.acceptance.crash;

import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Every write that a server has confirmed: these must be there for ever.
final class Acknowledged {
    private final Map<String, ConfigMap> newestByName = new ConcurrentHashMap<>();
    private final AtomicLong newestRevision = new AtomicLong();

    void add(ConfigMap answer) {
        newestByName.merge(
                answer.getMetadata().getName(),
                answer,
                (a, b) -> revision(a) > revision(b) ? a : b);
        newestRevision.accumulateAndGet(revision(answer), Math::max);
    }

    Map<String, ConfigMap> newestByName() {
        return newestByName;
    }

    long newestRevision() {
        return newestRevision.get();
    }

    static long revision(ConfigMap object) {
        return Long.parseLong(object.getMetadata().getResourceVersion());
    }
}
