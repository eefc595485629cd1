package dev.sluice.engine.preemption;

import dev.sluice.engine.flavor.Oracle;
import dev.sluice.engine.quota.QuotaForest;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.reason.Verdict;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.world.World;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the victims that would make a request fit, classically or by fair shares, as configured.
public final class Preemptions {

    private final World world;
    private final ClassicalPreemption classical;
    private final @Nullable FairPreemption fair;

    private final SearchLog log;

    public Preemptions(World world) {
        this.world = world;
        this.log = new SearchLog(world.names());
        this.classical = new ClassicalPreemption(world, log);
        EngineSettings.FairSharing sharing = world.settings().fairSharing();
        this.fair = sharing == null ? null : new FairPreemption(world, sharing.strategies(), log);
    }

    /// The victims that would make room; an empty list if there is no way. The forest is left as it was.
    ///
    /// @param contended the pairs that need preemption (R6.1)
    /// @param request what the workload would add, by pair
    public List<Target> find(Preemptor preemptor, Usage contended, Usage request) {
        if (!preemptor.mayPreemptAnybody()) {
            return List.of();
        }
        return fair == null
                ? classical.find(preemptor, contended, request)
                : fair.find(preemptor, contended, request);
    }

    /// Where searches can be written down.
    public SearchLog log() {
        return log;
    }

    /// An oracle for one workload (R6.18).
    public Oracle oracle(Preemptor preemptor) {
        return (fr, amount) -> ask(preemptor, fr, amount);
    }

    private Oracle.Answer ask(Preemptor preemptor, int fr, long amount) {
        if (!preemptor.mayPreemptAnybody()) {
            return new Oracle.Answer(Verdict.NO_CANDIDATES, level(preemptor, fr, amount));
        }
        Usage request = new Usage();
        request.add(fr, amount);
        List<Target> targets = find(preemptor, request, request);
        if (targets.isEmpty()) {
            return new Oracle.Answer(Verdict.NO_CANDIDATES, level(preemptor, fr, amount));
        }
        QuotaForest forest = world.forest();
        int mark = forest.trial();
        boolean own = false;
        for (Target target : targets) {
            var queue = target.workload().reservedIn();
            if (queue != null) {
                forest.remove(queue.node(), target.workload().usage());
                own |= queue == preemptor.queue();
            }
        }
        int level = level(preemptor, fr, amount);
        forest.endTrial(mark);
        return new Oracle.Answer(own ? Verdict.PREEMPT : Verdict.RECLAIM, level);
    }

    private static int level(Preemptor preemptor, int fr, long amount) {
        return QuotaForest.levelOf(QuotaForest.borrowing(preemptor.node(), fr, amount));
    }
}
