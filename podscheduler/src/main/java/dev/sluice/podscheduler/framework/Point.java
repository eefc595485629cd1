package dev.sluice.podscheduler.framework;

/// The places where plugins serve, in the order in which a pod passes them (S3.2).
public enum Point {
    PRE_ENQUEUE("preEnqueue", "PreEnqueue", PreEnqueuePlugin.class),
    QUEUE_SORT("queueSort", "QueueSort", QueueSortPlugin.class),
    PRE_FILTER("preFilter", "PreFilter", PreFilterPlugin.class),
    FILTER("filter", "Filter", FilterPlugin.class),
    POST_FILTER("postFilter", "PostFilter", PostFilterPlugin.class),
    PRE_SCORE("preScore", "PreScore", PreScorePlugin.class),
    SCORE("score", "Score", ScorePlugin.class),
    RESERVE("reserve", "Reserve", ReservePlugin.class),
    PERMIT("permit", "Permit", PermitPlugin.class),
    PRE_BIND("preBind", "PreBind", PreBindPlugin.class),
    BIND("bind", "Bind", BindPlugin.class),
    POST_BIND("postBind", "PostBind", PostBindPlugin.class);

    private final String field;
    private final String label;
    private final Class<? extends Plugin> type;

    Point(String field, String label, Class<? extends Plugin> type) {
        this.field = field;
        this.label = label;
        this.type = type;
    }

    /// Its field in the configuration of a profile.
    public String field() {
        return field;
    }

    /// Its value of the metrics' label `extension_point`.
    public String label() {
        return label;
    }

    /// Whether the plugin can serve here.
    public boolean isServedBy(Plugin plugin) {
        return type.isInstance(plugin);
    }

    Class<? extends Plugin> type() {
        return type;
    }
}
