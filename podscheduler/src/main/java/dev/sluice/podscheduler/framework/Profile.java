package dev.sluice.podscheduler.framework;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Which plugins judge the pods of one scheduler name, in which order, with which weight (S3.61).
public final class Profile {
    private final String schedulerName;
    private final int percentageOfNodesToScore;
    private final Map<Point, List<Entry>> entriesByPoint;
    private final QueueSortPlugin queueSort;
    private final List<PreEnqueuePlugin> preEnqueue;
    private final List<PreFilterPlugin> preFilter;
    private final List<FilterPlugin> filter;
    private final List<PostFilterPlugin> postFilter;
    private final List<PreScorePlugin> preScore;
    private final List<Weighted> score;
    private final List<ReservePlugin> reserve;
    private final List<PermitPlugin> permit;
    private final List<PreBindPlugin> preBind;
    private final List<BindPlugin> bind;
    private final List<PostBindPlugin> postBind;
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
    ///     sorts the queue and at least one that binds (S3.66)
    public Profile(String schedulerName, List<Entry> entries) {
        this(schedulerName, 0, everywhere(entries));
    }

    /// @param percentageOfNodesToScore 0 to 100; 0 lets it depend on the size of the cluster
    /// @param entriesByPoint who serves where, in this order
    /// @throws IllegalArgumentException as above
    public Profile(
            String schedulerName,
            int percentageOfNodesToScore,
            Map<Point, List<Entry>> entriesByPoint) {
        this.schedulerName = schedulerName;
        this.percentageOfNodesToScore = percentageOfNodesToScore;
        this.entriesByPoint = Map.copyOf(entriesByPoint);
        entriesByPoint.forEach(Profile::requireDistinct);
        List<QueueSortPlugin> sorters = of(Point.QUEUE_SORT, QueueSortPlugin.class);
        require(sorters.size() == 1, "exactly one queueSort plugin", sorters.size());
        queueSort = sorters.getFirst();
        preEnqueue = of(Point.PRE_ENQUEUE, PreEnqueuePlugin.class);
        preFilter = of(Point.PRE_FILTER, PreFilterPlugin.class);
        filter = of(Point.FILTER, FilterPlugin.class);
        postFilter = of(Point.POST_FILTER, PostFilterPlugin.class);
        preScore = of(Point.PRE_SCORE, PreScorePlugin.class);
        reserve = of(Point.RESERVE, ReservePlugin.class);
        permit = of(Point.PERMIT, PermitPlugin.class);
        preBind = of(Point.PRE_BIND, PreBindPlugin.class);
        bind = of(Point.BIND, BindPlugin.class);
        require(!bind.isEmpty(), "at least one bind plugin", 0);
        postBind = of(Point.POST_BIND, PostBindPlugin.class);
        score =
                entriesByPoint.getOrDefault(Point.SCORE, List.of()).stream()
                        .map(e -> new Weighted((ScorePlugin) e.plugin(), Math.max(1, e.weight())))
                        .toList();
        plugins().values().forEach(this::register);
    }

    private void register(Plugin plugin) {
        for (Wake wake : plugin.wakes()) {
            hintsByPluginByKind
                    .computeIfAbsent(wake.kind(), _ -> new HashMap<>())
                    .computeIfAbsent(plugin.name(), _ -> new ArrayList<>())
                    .add(wake.hint());
        }
    }

    private static Map<Point, List<Entry>> everywhere(List<Entry> entries) {
        Map<Point, List<Entry>> byPoint = new EnumMap<>(Point.class);
        for (Point point : Point.values()) {
            byPoint.put(point, entries.stream().filter(e -> point.isServedBy(e.plugin())).toList());
        }
        return byPoint;
    }

    private static void requireDistinct(Point point, List<Entry> entries) {
        Set<String> names = new HashSet<>();
        for (Entry entry : entries) {
            if (!names.add(entry.plugin().name())) {
                throw new IllegalArgumentException(
                        "plugin "
                                + entry.plugin().name()
                                + " is enabled twice at "
                                + point.field());
            }
        }
    }

    private static void require(boolean sound, String expected, int found) {
        if (!sound) {
            throw new IllegalArgumentException(
                    "a profile needs " + expected + ", this one has " + found);
        }
    }

    private <T extends Plugin> List<T> of(Point point, Class<T> type) {
        return entriesByPoint.getOrDefault(point, List.of()).stream()
                .map(entry -> type.cast(entry.plugin()))
                .toList();
    }

    /// All plugins that serve anywhere, by name, in the order of the points.
    public Map<String, Plugin> plugins() {
        Map<String, Plugin> plugins = new LinkedHashMap<>();
        for (Point point : Point.values()) {
            for (Entry entry : entriesByPoint.getOrDefault(point, List.of())) {
                plugins.putIfAbsent(entry.plugin().name(), entry.plugin());
            }
        }
        return plugins;
    }

    public String schedulerName() {
        return schedulerName;
    }

    /// 0 to 100; 0 lets it depend on the size of the cluster.
    public int percentageOfNodesToScore() {
        return percentageOfNodesToScore;
    }

    public List<PreEnqueuePlugin> preEnqueue() {
        return preEnqueue;
    }

    /// The names of those who refuse nodes.
    public Set<String> filterNames() {
        return filter.stream().map(Plugin::name).collect(Collectors.toUnmodifiableSet());
    }

    /// Whether the pods of a group are queued as one and placed together.
    public boolean groupsPods() {
        return preEnqueue.stream().anyMatch(PreEnqueuePlugin::groupsPods);
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

    public List<ReservePlugin> reserve() {
        return reserve;
    }

    public List<PermitPlugin> permit() {
        return permit;
    }

    public List<PreBindPlugin> preBind() {
        return preBind;
    }

    public List<BindPlugin> bind() {
        return bind;
    }

    public List<PostBindPlugin> postBind() {
        return postBind;
    }

    /// The hints of the plugins that an event of this kind can sway, by plugin.
    public Map<String, List<Wake.Hint>> hints(EventKind kind) {
        return hintsByPluginByKind.getOrDefault(kind, Map.of());
    }
}
