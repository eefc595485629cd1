package dev.sluice.reconcile;

import java.util.LinkedHashMap;
import java.util.Map;

/// Revisions at which objects went away, for the newest of them: an answer that comes late must not bring one back.
final class Recent {
    private final Map<Key, Long> revisions;

    Recent(int max) {
        revisions =
                new LinkedHashMap<>() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    protected boolean removeEldestEntry(Map.Entry<Key, Long> eldest) {
                        return size() > max;
                    }
                };
    }

    void remember(Key key, long revision) {
        revisions.merge(key, revision, Math::max);
    }

    /// 0 when nothing is known.
    long revision(Key key) {
        return revisions.getOrDefault(key, 0L);
    }
}
