package dev.sluice.controllers.job;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// What has been said already, as far back as it matters; older things are forgotten.
public final class Told {
    private static final int REMEMBERED_MAX = 10_000;

    private final Set<String> said =
            Collections.newSetFromMap(
                    Collections.synchronizedMap(
                            new LinkedHashMap<>() {
                                private static final long serialVersionUID = 1L;

                                @Override
                                protected boolean removeEldestEntry(
                                        Map.Entry<String, Boolean> eldest) {
                                    return size() > REMEMBERED_MAX;
                                }
                            }));

    /// Whether this is said for the first time.
    public boolean first(String what) {
        return said.add(what);
    }
}
