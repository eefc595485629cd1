package dev.sluice.podscheduler.framework;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which plugins judge the pods of one scheduler name, in which order, with which weight (S3.61).
public final class Profile {
    private final String schedulerName;
    private final List<PreEnqueuePlugin> preEnqueue;
    private final QueueSortPlugin queueSort;
    private final List<PreFilterPlugin> preFilter;
    private final List<FilterPlugin> filter;
    private final List<PostFilterPlugin> postFilter;
    private final List<PreScorePlugin> preScore;
    private final List<Weighted> score;
    private final BindPlugin bind;
    private final Map<EventKind, Map<String, List<Wake.Hint>>> hintsByPluginByKind =
            new EnumMap<>(EventKind.class);

    /// A score plugin and what its word counts.
    ///
    /// @param weight at least 1
    public record Weighted(ScorePlugin plugin, int weight) {}

    /// One plugin of the profile.
    ///
    /// @param weight of its score, at least 1; without meaning for plugins that do not score
    public record Entry(Plugin plugin, int weight) {
        public Entry(Plugin plugin) {
            this(plugin, 1);
        }
    }

    /// @param entries each plugin serves at every point that it implements, in this order (S3.65)
    /// @throws IllegalArgumentException when a plugin is there twice, or there is not exactly one plugin that
    ///     sorts the queue and one that binds (S3.66)
    public Profile(String schedulerName, List<Entry> entries) {
        this.schedulerName = schedulerName;
        requireDistinct(entries);
        preEnqueue = of(PreEnqueuePlugin.class, entries);
        queueSort = only(QueueSortPlugin.class, entries);
        preFilter = of(PreFilterPlugin.class, entries);
        filter = of(FilterPlugin.class, entries);
        postFilter = of(PostFilterPlugin.class, entries);
        preScore = of(PreScorePlugin.class, entries);
        bind = only(BindPlugin.class, entries);
        List<Weighted> scores = new ArrayList<>();
        for (Entry entry : entries) {
            if (entry.plugin() instanceof ScorePlugin plugin) {
                scores.add(new Weighted(plugin, Math.max(1, entry.weight())));
            }
            for (Wake wake : entry.plugin().wakes()) {
                hintsByPluginByKind
                        .computeIfAbsent(wake.kind(), _ -> new HashMap<>())
                        .computeIfAbsent(entry.plugin().name(), _ -> new ArrayList<>())
                        .add(wake.hint());
            }
        }
        score = List.copyOf(scores);
    }

    private static void requireDistinct(List<Entry> entries) {
        Set<String> names = new HashSet<>();
        for (Entry entry : entries) {
            if (!names.add(entry.plugin().name())) {
                throw new IllegalArgumentException(
                        "plugin " + entry.plugin().name() + " is enabled twice in one profile");
            }
        }
    }

    private static <T> List<T> of(Class<T> point, List<Entry> entries) {
        return entries.stream()
                .map(Entry::plugin)
                .filter(point::isInstance)
                .map(point::cast)
                .toList();
    }

    private static <T> T only(Class<T> point, List<Entry> entries) {
        List<T> found = of(point, entries);
        if (found.size() != 1) {
            throw new IllegalArgumentException(
                    "a profile needs exactly one "
                            + point.getSimpleName()
                            + ", this one has "
                            + found.size());
        }
        return found.getFirst();
    }

    public String schedulerName() {
        return schedulerName;
    }

    public List<PreEnqueuePlugin> preEnqueue() {
        return preEnqueue;
    }

    public QueueSortPlugin queueSort() {
        return queueSort;
    }

    public List<PreFilterPlugin> preFilter() {
        return preFilter;
    }

    public List<FilterPlugin> filter() {
        return filter;
    }

    public List<PostFilterPlugin> postFilter() {
        return postFilter;
    }

    public List<PreScorePlugin> preScore() {
        return preScore;
    }

    public List<Weighted> score() {
        return score;
    }

    public BindPlugin bind() {
        return bind;
    }

    /// The hints of the plugins that an event of this kind can sway, by plugin.
    public Map<String, List<Wake.Hint>> hints(EventKind kind) {
        return hintsByPluginByKind.getOrDefault(kind, Map.of());
    }
}
