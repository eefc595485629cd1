package dev.sluice.podscheduler.framework;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The profiles of one scheduler process, by scheduler name. They share one queue, so they sort it alike (S3.66).
public final class Profiles {
    private final Map<String, Profile> profileByName = new LinkedHashMap<>();
    private final QueueSortPlugin queueSort;

    /// @throws IllegalArgumentException when there is none, two have one name, or they sort differently
    public Profiles(List<Profile> profiles) {
        if (profiles.isEmpty()) {
            throw new IllegalArgumentException("profiles: there is none, expected at least one");
        }
        queueSort = profiles.getFirst().queueSort();
        for (Profile profile : profiles) {
            if (profileByName.put(profile.schedulerName(), profile) != null) {
                throw new IllegalArgumentException(
                        "profiles: two have the schedulerName " + profile.schedulerName());
            }
            if (!profile.queueSort().name().equals(queueSort.name())) {
                throw new IllegalArgumentException(
                        "profiles: "
                                + profiles.getFirst().schedulerName()
                                + " sorts the queue by "
                                + queueSort.name()
                                + " and "
                                + profile.schedulerName()
                                + " by "
                                + profile.queueSort().name()
                                + ", expected the same plugin in all");
            }
        }
    }

    public static Profiles of(Profile profile) {
        return new Profiles(List.of(profile));
    }

    /// The profile that a pod asks for, or null when the pod is not ours.
    public @Nullable Profile get(String schedulerName) {
        return profileByName.get(schedulerName);
    }

    /// The profile of a pod that is known to be ours.
    public Profile of(String schedulerName) {
        Profile profile = profileByName.get(schedulerName);
        if (profile == null) {
            throw new IllegalStateException("no profile is called " + schedulerName);
        }
        return profile;
    }

    public List<Profile> all() {
        return List.copyOf(profileByName.values());
    }

    /// Whether there is one that queues the pods of a group as one.
    public boolean groupPods() {
        return profileByName.values().stream().anyMatch(Profile::groupsPods);
    }

    public QueueSortPlugin queueSort() {
        return queueSort;
    }
}
