package dev.sluice.engine.story;

import dev.sluice.engine.Decision;
import dev.sluice.engine.Event;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import dev.sluice.engine.spec.WorkloadStatus.Check;
import dev.sluice.engine.spec.WorkloadStatus.CheckState;
import dev.sluice.engine.spec.WorkloadStatus.Mark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The workloads of a story as a second party knows them: what their objects say.
final class Cast {

    private final Map<WorkloadKey, WorkloadSpec> specs = new TreeMap<>();
    private final Map<WorkloadKey, WorkloadStatus> statuses = new TreeMap<>();
    private long arrivals;

    /// Every status that still counts.
    Collection<WorkloadStatus> statuses() {
        return statuses.values().stream().filter(status -> !status.finished()).toList();
    }

    // ---- commands
    // ---------------------------------------------------------------------------------------------------

    List<Event> submit(Words words) {
        WorkloadSpec spec = WorkloadLine.read(words, words.next(), ++arrivals, 1);
        return tell(spec, WorkloadStatus.NEW);
    }

    /// The same workload with another spec; its creation stays.
    List<Event> change(Words words) {
        String where = words.next();
        WorkloadKey key = WorkloadLine.key(where.substring(where.indexOf('/') + 1));
        WorkloadSpec old = spec(key);
        long created = old.created().getEpochSecond();
        return tell(WorkloadLine.read(words, where, created, old.generation() + 1), status(key));
    }

    /// `running QUEUE/NAME FLAVOR …` holds quota in one flavor; `on its way out` is evicted.
    List<Event> running(Words words, Map<String, ClusterQueueSpec> queues, Instant now) {
        String where = words.next();
        String flavor = words.next();
        boolean leaving = words.take("evicted");
        arrivals++;
        WorkloadSpec spec = WorkloadLine.read(words, where, arrivals, 1);
        List<Reservation.PodSetReservation> podSets = new ArrayList<>();
        for (PodSetSpec podSet : spec.podSets()) {
            Map<String, String> flavors = new HashMap<>();
            Map<String, Long> usage = new HashMap<>();
            podSet.requestsPerPod()
                    .forEach(
                            (resource, amount) -> {
                                flavors.put(resource, flavor);
                                usage.put(resource, amount * podSet.count());
                            });
            podSets.add(
                    new Reservation.PodSetReservation(
                            podSet.name(), podSet.count(), flavors, usage));
        }
        Instant since = now.minusSeconds(500).plusSeconds(arrivals);
        String queue = where.substring(0, where.indexOf('/'));
        if (!queues.containsKey(queue)) {
            throw words.wrong("names an unknown queue");
        }
        WorkloadStatus status =
                WorkloadStatus.NEW.withReservation(new Reservation(queue, podSets, since, true));
        return tell(spec, leaving ? status.withEvicted(new Mark("Preempted", now)) : status);
    }

    List<Event> finish(String name) {
        WorkloadStatus old = status(WorkloadLine.key(name));
        return tell(
                name,
                new WorkloadStatus(
                        true,
                        old.reservation(),
                        old.evicted(),
                        old.preempted(),
                        old.requeued(),
                        old.requeueAt(),
                        old.checks(),
                        old.openGates(),
                        old.reclaimablePods(),
                        old.podsReady()));
    }

    List<Event> delete(String name) {
        WorkloadKey key = WorkloadLine.key(name);
        specs.remove(key);
        statuses.remove(key);
        return List.of(new Event.WorkloadDeleted(key));
    }

    /// The pods of an evicted workload have stopped: its quota is given back.
    List<Event> release(String name, Instant now) {
        WorkloadStatus old = status(WorkloadLine.key(name));
        Mark evicted = old.evicted();
        boolean again = evicted == null || evicted.reason().equals("Preempted");
        return tell(name, with(old.withReservation(null), again, old.requeueAt()));
    }

    List<Event> evict(String name, Mark mark) {
        return tell(name, status(WorkloadLine.key(name)).withEvicted(mark));
    }

    List<Event> backOff(WorkloadKey key, Instant until) {
        return tell(key.name(), with(status(key), null, until));
    }

    List<Event> requeued(String name, boolean on) {
        WorkloadStatus old = status(WorkloadLine.key(name));
        return tell(name, with(old, on, old.requeueAt()));
    }

    List<Event> ready(String name) {
        WorkloadStatus old = status(WorkloadLine.key(name));
        return tell(name, with(old, old.checks(), old.openGates(), old.reclaimablePods(), true));
    }

    List<Event> reclaim(String name, String podSet, int count) {
        WorkloadStatus old = status(WorkloadLine.key(name));
        Map<String, Integer> pods = new HashMap<>(old.reclaimablePods());
        pods.put(podSet, count);
        return tell(name, with(old, old.checks(), old.openGates(), pods, old.podsReady()));
    }

    List<Event> check(String name, String check, String state) {
        WorkloadStatus old = status(WorkloadLine.key(name));
        List<Check> checks = new ArrayList<>(old.checks());
        checks.removeIf(other -> other.name().equals(check));
        checks.add(new Check(check, CheckState.valueOf(state.toUpperCase(Locale.ROOT))));
        WorkloadStatus status =
                with(old, checks, old.openGates(), old.reclaimablePods(), old.podsReady());
        Reservation held = old.reservation();
        boolean all = checks.stream().allMatch(c -> c.state() == CheckState.READY);
        return tell(
                name,
                held == null || !all ? status : status.withReservation(held.withAdmitted(true)));
    }

    List<Event> open(String name, String gate) {
        WorkloadStatus old = status(WorkloadLine.key(name));
        Set<String> gates = new HashSet<>(old.openGates());
        gates.add(gate);
        return tell(name, with(old, old.checks(), gates, old.reclaimablePods(), old.podsReady()));
    }

    // ---- decisions
    // --------------------------------------------------------------------------------------------------

    /// What controllers would write, and what the engine would then hear.
    List<Event> write(Decision decision, Instant now) {
        List<Event> events = new ArrayList<>();
        switch (decision) {
            case Decision.Admit admit -> {
                var reservation =
                        new Reservation(
                                admit.clusterQueue(), admit.podSets(), now, admit.admitted());
                WorkloadStatus old = status(admit.workload());
                WorkloadStatus fresh =
                        with(
                                WorkloadStatus.NEW,
                                old.checks(),
                                old.openGates(),
                                old.reclaimablePods(),
                                false);
                events.addAll(tell(admit.workload().name(), fresh.withReservation(reservation)));
                events.add(new Event.AdmissionConfirmed(admit.workload()));
                if (admit.replaces() != null) {
                    events.addAll(finish(admit.replaces().name()));
                }
            }
            case Decision.Preempt preempt -> {
                for (Decision.Victim victim : preempt.victims()) {
                    if (!victim.alreadyEvicted()) {
                        events.addAll(evict(victim.workload().name(), new Mark("Preempted", now)));
                    }
                }
            }
            case Decision.Migrate migrate ->
                    events.addAll(
                            evict(migrate.sibling().name(), new Mark("FlavorMigration", now)));
            case Decision.Pending _ -> {}
        }
        return events;
    }

    // ---- objects
    // ----------------------------------------------------------------------------------------------------

    private List<Event> tell(String name, WorkloadStatus status) {
        return tell(spec(WorkloadLine.key(name)), status);
    }

    private List<Event> tell(WorkloadSpec spec, WorkloadStatus status) {
        specs.put(spec.key(), spec);
        statuses.put(spec.key(), status);
        return List.of(new Event.WorkloadChanged(spec, status));
    }

    private WorkloadSpec spec(WorkloadKey key) {
        WorkloadSpec spec = specs.get(key);
        if (spec == null) {
            throw new IllegalArgumentException("there is no workload " + key);
        }
        return spec;
    }

    private WorkloadStatus status(WorkloadKey key) {
        return statuses.getOrDefault(key, WorkloadStatus.NEW);
    }

    private static WorkloadStatus with(
            WorkloadStatus old, @Nullable Boolean requeued, @Nullable Instant requeueAt) {
        return new WorkloadStatus(
                old.finished(),
                old.reservation(),
                old.evicted(),
                old.preempted(),
                requeued,
                requeueAt,
                old.checks(),
                old.openGates(),
                old.reclaimablePods(),
                old.podsReady());
    }

    private static WorkloadStatus with(
            WorkloadStatus old,
            List<Check> checks,
            Set<String> openGates,
            Map<String, Integer> reclaimablePods,
            boolean podsReady) {
        return new WorkloadStatus(
                old.finished(),
                old.reservation(),
                old.evicted(),
                old.preempted(),
                old.requeued(),
                old.requeueAt(),
                checks,
                openGates,
                reclaimablePods,
                podsReady);
    }
}
