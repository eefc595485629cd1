package dev.sluice.engine.story;

import dev.sluice.engine.Decision;
import dev.sluice.engine.Engine;
import dev.sluice.engine.Event;
import dev.sluice.engine.UsageEqualsSumOfReserving;
import dev.sluice.engine.spec.AdmissionCheckSpec;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.LocalQueueSpec;
import dev.sluice.engine.spec.ResourceGroup;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadStatus.Mark;
import dev.sluice.engine.world.ScanState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Where a story is played: performs its commands on an engine, does what controllers would do with the decisions, and
/// checks after each command that usage is the sum of reservations.
final class Stage {

    static final String NAMESPACE = "ns";

    private @Nullable EngineSettings settings;
    private @Nullable Engine engine;
    private final Cast cast = new Cast();
    private final Map<String, ClusterQueueSpec> queues = new TreeMap<>();
    private final Set<String> flavors = new HashSet<>();
    private Instant now = Instant.EPOCH.plusSeconds(1000);
    private boolean refusesWrites;

    /// Performs a command and gives its answer.
    List<String> perform(String line) {
        Words words = new Words(line);
        List<String> answer = perform(words.next(), words);
        if (words.more()) {
            throw words.wrong("has more words than expected: " + words.rest());
        }
        UsageEqualsSumOfReserving.check(engine(), List.copyOf(queues.values()), cast.statuses());
        return answer;
    }

    Engine engine() {
        if (engine == null) {
            engine = new Engine(settings == null ? EngineSettings.defaults() : settings);
            tell(new Event.TimePassed(now));
            tell(new Event.NamespaceChanged(NAMESPACE, Map.of()));
        }
        return engine;
    }

    private void tell(Event event) {
        engine().apply(event);
    }

    private List<String> perform(String verb, Words words) {
        switch (verb) {
            case "settings" -> settings = Settings.read(words);
            case "flavor" -> changeFlavor(QueueLine.flavor(words));
            case "queue" -> changeQueue(QueueLine.queue(words));
            case "cohort" -> {
                var cohort = QueueLine.cohort(words);
                declareFlavors(cohort.resourceGroups());
                tell(new Event.CohortChanged(cohort));
            }
            case "local-queue" -> {
                String name = words.next();
                tell(new Event.LocalQueueChanged(LocalQueueSpec.of(NAMESPACE, name, words.next())));
            }
            case "drop-local-queue" ->
                    tell(new Event.LocalQueueDeleted(new LocalQueueKey(NAMESPACE, words.next())));
            case "drop-queue" -> dropQueue(words.next());
            case "drop-cohort" -> tell(new Event.CohortDeleted(words.next()));
            case "drop-flavor" -> tell(new Event.FlavorDeleted(words.next()));
            case "drop-namespace" -> tell(new Event.NamespaceDeleted(NAMESPACE));
            case "admission-check" -> {
                String check = words.next();
                String controller = words.take("by") ? words.next() : "a.b/c";
                tell(
                        new Event.AdmissionCheckChanged(
                                new AdmissionCheckSpec(check, true, controller)));
            }
            case "advance" -> {
                now = now.plus(Duration.parse("PT" + words.next()));
                tell(new Event.TimePassed(now));
            }
            case "refuse-writes" -> refusesWrites = words.onOrOff();
            case "cycle" -> {
                return cycle();
            }
            default -> {
                return performOnWorkload(verb, words);
            }
        }
        return List.of();
    }

    private List<String> performOnWorkload(String verb, Words words) {
        switch (verb) {
            case "submit" -> tellAll(cast.submit(words));
            case "change" -> tellAll(cast.change(words));
            case "running" -> tellAll(cast.running(words, queues, now));
            case "finish" -> tellAll(cast.finish(words.next()));
            case "delete" -> tellAll(cast.delete(words.next()));
            case "release" -> tellAll(cast.release(words.next(), now));
            case "evict" -> tellAll(cast.evict(words.next(), new Mark(words.next(), now)));
            case "back-off" -> {
                WorkloadKey key = WorkloadLine.key(words.next());
                tellAll(cast.backOff(key, now.plus(Duration.parse("PT" + words.next()))));
            }
            case "requeued" -> tellAll(cast.requeued(words.next(), words.onOrOff()));
            case "ready" -> tellAll(cast.ready(words.next()));
            case "reclaim" -> tellAll(cast.reclaim(words.next(), words.next(), words.number()));
            case "check" -> tellAll(cast.check(words.next(), words.next(), words.next()));
            case "open" -> tellAll(cast.open(words.next(), words.next()));
            default -> {
                return ask(verb, words);
            }
        }
        return List.of();
    }

    private List<String> ask(String verb, Words words) {
        return switch (verb) {
            case "usage" -> Views.usage(engine(), queues.keySet());
            case "queues" -> Views.queues(engine(), queues.keySet());
            case "rooms" -> Views.rooms(engine().rooms(words.next()));
            case "status" -> Views.status(engine(), words.next());
            case "shares" -> Views.shares(engine(), queues.keySet());
            case "explain" -> Views.explanation(engine().explain(WorkloadLine.key(words.next())));
            case "consumed" -> Views.consumed(engine(), new LocalQueueKey(NAMESPACE, words.next()));
            case "amount" -> {
                String resource = words.next();
                long amount = Long.parseLong(words.next());
                yield List.of(Telling.amount(resource, amount));
            }
            case "scan-state" -> List.of(scanState(words));
            default -> throw words.wrong("is no command");
        };
    }

    private void tellAll(Collection<Event> events) {
        events.forEach(this::tell);
    }

    // ---- objects
    // ----------------------------------------------------------------------------------------------------

    private void changeFlavor(FlavorSpec flavor) {
        flavors.add(flavor.name());
        tell(new Event.FlavorChanged(flavor));
    }

    private void changeQueue(ClusterQueueSpec queue) {
        declareFlavors(queue.resourceGroups());
        queues.put(queue.name(), queue);
        tell(new Event.ClusterQueueChanged(queue));
        tell(new Event.LocalQueueChanged(LocalQueueSpec.of(NAMESPACE, queue.name(), queue.name())));
    }

    private void dropQueue(String name) {
        queues.remove(name);
        tell(new Event.ClusterQueueDeleted(name));
    }

    private void declareFlavors(List<ResourceGroup> groups) {
        for (ResourceGroup group : groups) {
            for (String flavor : group.quotasByFlavor().keySet()) {
                if (flavors.add(flavor)) {
                    tell(new Event.FlavorChanged(FlavorSpec.of(flavor)));
                }
            }
        }
    }

    // ---- cycles
    // -----------------------------------------------------------------------------------------------------

    private List<String> cycle() {
        List<String> answer = new ArrayList<>();
        List<Decision> decisions = engine().cycle(now);
        for (Decision decision : decisions) {
            answer.addAll(Telling.decision(decision));
            tellAll(
                    refusesWrites
                            ? List.of(new Event.AdmissionRefused(decision.workload()))
                            : cast.write(decision, now));
        }
        return decisions.isEmpty() ? List.of("idle") : answer;
    }

    /// `scan-state cycle N generation N class C now cycle N generation N class C`
    private static String scanState(Words words) {
        long[] numbers = new long[4];
        String[] classes = new String[2];
        for (int i = 0; i < 2; i++) {
            words.take("now");
            words.take("cycle");
            numbers[2 * i] = words.number();
            words.take("generation");
            numbers[2 * i + 1] = words.number();
            words.take("class");
            classes[i] = words.next();
        }
        ScanState scan =
                new ScanState(new int[0][], new int[0][], numbers[1], numbers[0], classes[0]);
        return scan.isOutdated(numbers[3], numbers[2], classes[1], true) ? "dropped" : "kept";
    }
}
