package dev.sluice.engine.preemption;

import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.reason.VictimSearch;
import dev.sluice.engine.reason.VictimSearch.Fate;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes down whom searches for victims look at, while it is open. Closed, as during a cycle, it costs nothing.
public final class SearchLog {

    private final NameIndex names;
    private final List<VictimSearch> searches = new ArrayList<>();
    private final Map<Workload, VictimSearch.Look> looked = new LinkedHashMap<>();
    private boolean open;

    SearchLog(NameIndex names) {
        this.names = names;
    }

    public void open() {
        open = true;
        searches.clear();
    }

    /// Closes it and gives the searches since it was opened.
    public List<VictimSearch> close() {
        open = false;
        return List.copyOf(searches);
    }

    void begin() {
        looked.clear();
    }

    void note(Workload workload, ClusterQueue queue, Fate fate) {
        if (open) {
            looked.put(workload, new VictimSearch.Look(workload.key(), queue.name(), fate));
        }
    }

    /// Corrects the fate of a candidate that was noted before.
    void correct(Workload workload, Fate fate) {
        if (open) {
            looked.computeIfPresent(
                    workload,
                    (_, look) -> new VictimSearch.Look(look.workload(), look.clusterQueue(), fate));
        }
    }

    void end(Usage contended, boolean borrowing, boolean sufficed) {
        if (open) {
            List<String> pairs = new ArrayList<>();
            for (int i = 0; i < contended.size(); i++) {
                int fr = contended.frAt(i);
                pairs.add(
                        names.flavorName(names.flavorOf(fr))
                                + "/"
                                + names.resourceName(names.resourceOf(fr)));
            }
            searches.add(
                    new VictimSearch(pairs, borrowing, List.copyOf(looked.values()), sufficed));
        }
    }
}
