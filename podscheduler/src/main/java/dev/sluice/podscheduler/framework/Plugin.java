package dev.sluice.podscheduler.framework;

import java.util.List;

/// A piece of the scheduler's judgement. A plugin implements the extension points at which it has something to
/// say: [PreEnqueuePlugin], [QueueSortPlugin], [PreFilterPlugin], [FilterPlugin], [PostFilterPlugin], [PreScorePlugin], [ScorePlugin],
/// [BindPlugin]. It keeps nothing between calls but what it was made with; what belongs to one attempt goes into [CycleState].
public interface Plugin {
    /// The upstream name, as in profiles, metrics and the pod's recorded plugins.
    String name();

    /// The events that can turn a refusal of this plugin into a pass (S3.41). A refusal that none of them can
    /// lift waits until it is activated, or for the flush. A plugin that does not say which they are is taken to mean all.
    default List<Wake> wakes() {
        return Wake.ANYTHING;
    }
}
