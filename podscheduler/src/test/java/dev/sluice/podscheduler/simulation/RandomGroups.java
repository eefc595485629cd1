package dev.sluice.podscheduler.simulation;

import dev.sluice.podscheduler.PodScheduler;
import dev.sluice.podscheduler.cluster.PodGroup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Pod groups that come, change their minCount and go, while pods name them whether or not they are there.
final class RandomGroups {
    private static final int NAMES = 3;
    private static final int MIN_COUNT_MAX = 4;

    private final Random random;
    private final Map<String, PodGroup> groupByName = new TreeMap<>();

    RandomGroups(Random random) {
        this.random = random;
    }

    List<PodGroup> all() {
        return new ArrayList<>(groupByName.values());
    }

    /// The group of a new pod, or null.
    @Nullable String any() {
        return random.nextInt(3) == 0 ? null : name();
    }

    private String name() {
        return "g" + random.nextInt(NAMES);
    }

    /// One group comes, changes or goes.
    ///
    /// @return in words
    String change(PodScheduler scheduler, Instant now) {
        String name = name();
        if (random.nextInt(5) == 0) {
            groupByName.remove(name);
            scheduler.groupGone("ns", name, now);
            return "group " + name + " goes";
        }
        PodGroup group = new PodGroup("ns", name, random.nextInt(MIN_COUNT_MAX + 1));
        groupByName.put(name, group);
        scheduler.groupSeen(group, now);
        return "group " + name + " needs " + group.minCount();
    }
}
