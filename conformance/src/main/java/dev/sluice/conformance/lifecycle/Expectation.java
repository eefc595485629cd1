package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a recording shows of one cluster at a checkpoint.
///
/// @param label of the checkpoint; with the cluster's name where there are several: `finished @worker1`
/// @param objects those that changed since the previous checkpoint, normalised
/// @param unchanged those that did not
/// @param gone those that are there no more
record Expectation(
        String label,
        List<ObjectNode> objects,
        List<Ref> unchanged,
        List<Ref> gone,
        List<RecordedEvent> events) {
    /// What must have occurred, for each object and reason: one event of each list, the last recorded one first.
    ///
    /// There is a choice only among the warnings that the scheduler wrote about a workload before it reserved quota for it within the same
    /// checkpoint: which of them came last depends on how many cycles it ran in between, and that is timing. A warning about a workload
    /// that is gone again, as a copy on a worker that has lost the race, is no demand at all: there may have been no cycle. With several
    /// clusters that holds for every such warning, since a copy may have gone and come back in between.
    Collection<List<RecordedEvent>> demandedEvents() {
        Map<String, List<RecordedEvent>> demanded = new LinkedHashMap<>();
        for (RecordedEvent event : events) {
            boolean mayHaveGone = !isThere(event.object()) || isOneOfSeveral() && isPassing(event);
            if (isOfTheScheduler(event) && mayHaveGone) {
                continue;
            }
            String key = event.object() + " " + event.reason();
            List<RecordedEvent> earlier = demanded.remove(key);
            List<RecordedEvent> choice = new ArrayList<>(List.of(event));
            if (earlier != null && isPassing(event)) {
                choice.addAll(earlier);
            }
            demanded.put(key, choice);
        }
        return demanded.values();
    }

    private boolean isPassing(RecordedEvent event) {
        return isOfTheScheduler(event)
                && events.subList(events.indexOf(event), events.size()).stream()
                        .anyMatch(
                                later ->
                                        later.object().equals(event.object())
                                                && later.reason().equals("QuotaReserved"));
    }

    private static boolean isOfTheScheduler(RecordedEvent event) {
        return event.type().equals("Warning") && event.source().equals("kueue-admission");
    }

    private boolean isThere(Ref ref) {
        return unchanged.contains(ref)
                || objects.stream().anyMatch(object -> Ref.of(object).equals(ref));
    }

    private boolean isOneOfSeveral() {
        return label.contains(" @");
    }
}
