package dev.sluice.engine.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.engine.Decision;
import dev.sluice.engine.Engine;
import dev.sluice.engine.Event;
import dev.sluice.engine.Place;
import dev.sluice.engine.QueueCounts;
import dev.sluice.engine.reason.Deviation;
import dev.sluice.engine.reason.PendingReason;
import dev.sluice.engine.spec.AdmissionCheckSpec;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.LocalQueueSpec;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.StopPolicy;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadStatus.CheckState;
import dev.sluice.engine.spec.WorkloadStatus.Mark;
import dev.sluice.model.Amounts;
import dev.sluice.model.Quantity;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Plays one recorded world and compares each cycle with what was recorded.
final class Player {

    private static final ObjectMapper JSON = new ObjectMapper();

    /// What a world came to: the first difference, or null, and the deviations met before it.
    record Result(String id, @Nullable String difference, Set<Deviation> deviations) {}

    private final JsonNode world;
    private final EngineSettings settings;
    private final Engine engine;
    private final SortedMap<WorkloadKey, Job> jobs = new TreeMap<>();
    private final Map<String, ClusterQueueSpec> queues = new LinkedHashMap<>();
    private final Map<LocalQueueKey, LocalQueueSpec> localQueues = new HashMap<>();
    private final Map<String, JsonNode> limits = new HashMap<>();
    private final Map<WorkloadKey, String> states = new TreeMap<>();
    private final Set<Deviation> deviations = EnumSet.noneOf(Deviation.class);
    private final Map<WorkloadKey, Event> told = new HashMap<>();
    private Instant now;

    Player(JsonNode world) {
        this.world = world;
        this.settings = SpecReader.settings(world.path("config"));
        this.engine = new Engine(settings);
        this.now = Instant.parse(world.path("start").asText());
    }

    Result play() {
        String id = world.path("id").asText();
        engine.apply(new Event.TimePassed(now));
        for (JsonNode object : world.path("objects")) {
            apply(object);
        }
        rest();
        int index = 0;
        for (JsonNode step : world.path("steps")) {
            String difference = step(step);
            if (difference != null) {
                return new Result(id, "step " + index + ": " + difference, deviations);
            }
            index++;
        }
        return new Result(id, null, deviations);
    }

    private @Nullable String step(JsonNode step) {
        if (step.has("cycle")) {
            return cycle(step.get("cycle"));
        }
        if (step.has("apply")) {
            step.get("apply").forEach(this::apply);
        }
        if (step.has("advance")) {
            advance(now.plus(SpecReader.duration(step.get("advance").asText())));
        }
        for (JsonNode name : step.path("release")) {
            release(job(name));
        }
        for (JsonNode name : step.path("finish")) {
            Job job = job(name);
            job.finished = true;
            tell(job);
        }
        for (JsonNode name : step.path("delete")) {
            Job job = job(name);
            jobs.remove(job.key);
            told.remove(job.key);
            engine.apply(new Event.WorkloadDeleted(job.key));
        }
        rest();
        return null;
    }

    private Job job(JsonNode name) {
        Job job = jobs.get(WorkloadKey.parse(name.asText()));
        if (job == null) {
            throw new IllegalArgumentException("no workload " + name);
        }
        return job;
    }

    private void advance(Instant to) {
        while (true) {
            Instant next = to;
            for (Job job : jobs.values()) {
                if (job.requeueAt != null
                        && job.requeueAt.isAfter(now)
                        && job.requeueAt.isBefore(next)) {
                    next = job.requeueAt;
                }
            }
            Instant due = engine.nextDue();
            if (due != null && due.isAfter(now) && due.isBefore(next)) {
                next = due;
            }
            now = next;
            engine.apply(new Event.TimePassed(now));
            rest();
            if (!now.isBefore(to)) {
                return;
            }
        }
    }

    // ---- objects
    // -----------------------------------------------------------------------------------------------------

    private void apply(JsonNode object) {
        String name = object.path("metadata").path("name").asText();
        switch (object.path("kind").asText()) {
            case "Namespace" ->
                    engine.apply(
                            new Event.NamespaceChanged(
                                    name,
                                    SpecReader.textMap(object.path("metadata").path("labels"))));
            case "ResourceFlavor" ->
                    engine.apply(new Event.FlavorChanged(SpecReader.flavor(object)));
            case "AdmissionCheck" ->
                    engine.apply(
                            new Event.AdmissionCheckChanged(
                                    new AdmissionCheckSpec(name, true, "")));
            case "Cohort" -> engine.apply(new Event.CohortChanged(SpecReader.cohort(object)));
            case "ClusterQueue" -> {
                ClusterQueueSpec spec = SpecReader.clusterQueue(object);
                queues.put(name, spec);
                engine.apply(new Event.ClusterQueueChanged(spec));
            }
            case "LocalQueue" -> {
                LocalQueueSpec spec = SpecReader.localQueue(object);
                localQueues.put(spec.key(), spec);
                engine.apply(new Event.LocalQueueChanged(spec));
            }
            case "LimitRange" ->
                    limits.put(
                            object.path("metadata").path("namespace").asText(),
                            object.path("spec").path("limits"));
            case "Workload" -> applyWorkload(object);
            default -> throw new IllegalArgumentException("kind of " + object);
        }
    }

    private void applyWorkload(JsonNode object) {
        WorkloadKey key =
                new WorkloadKey(
                        object.path("metadata").path("namespace").asText(),
                        object.path("metadata").path("name").asText());
        Job job = jobs.computeIfAbsent(key, _ -> new Job(object));
        JsonNode gates = world.path("config").path("featureGates");
        job.apply(object, gates.path("PriorityBoost").asBoolean());
        tell(job);
    }

    private void tell(Job job) {
        JsonNode limit = limits.getOrDefault(job.key.namespace(), JSON.createArrayNode());
        Map<String, Quantity> defaults = new HashMap<>();
        for (JsonNode item : limit) {
            if (item.path("type").asText().equals("Container")) {
                defaults.putAll(SpecReader.quantities(item.path("defaultRequest")));
            }
        }
        boolean gates =
                settings.isOn(Feature.CONCURRENT_ADMISSION)
                        || settings.isOn(Feature.MULTIKUEUE_ORCHESTRATED_PREEMPTION);
        Event event =
                job.event(
                        defaults,
                        world.path("config").path("resourceTransformations"),
                        gates,
                        Faults.of(job.spec, limit));
        if (!event.equals(told.put(job.key, event))) {
            engine.apply(event);
        }
    }

    // ---- what controllers do
    // -----------------------------------------------------------------------------------------

    /// Lets the controllers run until nothing changes any more.
    private void rest() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Job job : List.copyOf(jobs.values())) {
                Event before = told.get(job.key);
                settle(job);
                tell(job);
                Event after = told.get(job.key);
                changed |= before != null && !before.equals(after);
            }
        }
    }

    private void settle(Job job) {
        if (job.finished) {
            return;
        }
        LocalQueueSpec localQueue =
                localQueues.get(new LocalQueueKey(job.key.namespace(), job.queueName()));
        String queueName =
                job.reservation != null
                        ? job.reservation.clusterQueue()
                        : localQueue == null ? "" : localQueue.clusterQueue();
        ClusterQueueSpec queue = queues.get(queueName);
        if (queue == null) {
            return;
        }
        syncChecks(job, queue);
        if (job.reservation == null) {
            settlePending(job, queue, localQueue);
        } else if (job.evicted == null) {
            settleReserving(job, queue, localQueue);
        }
    }

    private void settlePending(
            Job job, ClusterQueueSpec queue, @Nullable LocalQueueSpec localQueue) {
        if (job.requeueAt != null && !job.requeueAt.isAfter(now)) {
            job.requeueAt = null;
        }
        if (Boolean.FALSE.equals(job.requeued) && job.active) {
            boolean over =
                    switch (job.requeuedReason) {
                        case "AdmissionCheck", "PodsReadyTimeout" -> job.requeueAt == null;
                        case "ClusterQueueStopped" -> queue.stopPolicy() == StopPolicy.NONE;
                        case "LocalQueueStopped" ->
                                localQueue != null && localQueue.stopPolicy() == StopPolicy.NONE;
                        default -> job.requeuedReason.startsWith("Deactivated");
                    };
            if (over) {
                job.requeued = true;
            }
        }
    }

    private void settleReserving(
            Job job, ClusterQueueSpec queue, @Nullable LocalQueueSpec localQueue) {
        Reservation reservation = job.reservation;
        if (reservation == null) {
            return;
        }
        if (!job.active) {
            evict(job, "Deactivated");
            return;
        }
        boolean rejected =
                job.checks.values().stream().anyMatch(c -> c.state == CheckState.REJECTED);
        boolean retry = job.checks.values().stream().anyMatch(c -> c.state == CheckState.RETRY);
        if (rejected || retry) {
            for (Job.Check check : job.checks.values()) {
                Instant at = check.retryAt;
                if (check.state == CheckState.RETRY
                        && at != null
                        && at.isAfter(now)
                        && (job.requeueAt == null || at.isAfter(job.requeueAt))) {
                    job.requeueAt = at;
                }
            }
        }
        if (job.requeueAt != null && job.requeueAt.isAfter(now)) {
            return;
        }
        if (rejected) {
            job.active = false;
            ((ObjectNode) (job.spec = job.spec.deepCopy())).put("active", false);
            job.generation++;
            evict(job, "DeactivatedDueToAdmissionCheck");
            return;
        }
        if (retry) {
            job.requeueAt = null;
            evict(job, "AdmissionCheck");
            return;
        }
        StopPolicy stop = localQueue == null ? StopPolicy.NONE : localQueue.stopPolicy();
        if (queue.stopPolicy() == StopPolicy.HOLD_AND_DRAIN && reservation.admitted()) {
            evict(job, "ClusterQueueStopped");
        } else if (stop == StopPolicy.HOLD_AND_DRAIN && reservation.admitted()) {
            evict(job, "LocalQueueStopped");
        } else if ((queue.stopPolicy() != StopPolicy.NONE || stop != StopPolicy.NONE)
                && !reservation.admitted()) {
            job.reservation = null;
        } else if (!reservation.admitted()
                && job.checks.values().stream().allMatch(c -> c.state == CheckState.READY)) {
            job.reservation = reservation.withAdmitted(true);
        }
    }

    private void evict(Job job, String reason) {
        job.evicted = new Mark(reason, now);
        job.evictionReason = reason;
        job.openGates.clear();
        job.checks
                .values()
                .forEach(
                        check -> {
                            check.state = CheckState.PENDING;
                            check.retryAt = null;
                        });
    }

    private void release(Job job) {
        if (job.reservation == null) {
            return;
        }
        job.reservation = null;
        job.requeuedReason = job.evictionReason;
        job.requeued = job.evictionReason.equals("Preempted");
        job.reason = "PendingEvaluation";
        tell(job);
    }

    /// R8.2, R8.3.
    private void syncChecks(Job job, ClusterQueueSpec queue) {
        Set<String> flavors = new HashSet<>();
        Reservation reservation = job.reservation;
        if (reservation != null) {
            reservation.podSets().forEach(podSet -> flavors.addAll(podSet.flavors().values()));
        }
        Set<String> all = new HashSet<>();
        queue.resourceGroups().forEach(group -> all.addAll(group.quotasByFlavor().keySet()));
        Set<String> required = new LinkedHashSet<>();
        queue.admissionChecks()
                .forEach(
                        (name, onFlavors) -> {
                            Set<String> on = onFlavors.isEmpty() ? all : onFlavors;
                            boolean needed =
                                    reservation == null
                                            ? on.containsAll(all)
                                            : on.stream().anyMatch(flavors::contains);
                            if (needed) {
                                required.add(name);
                            }
                        });
        job.checks.keySet().retainAll(required);
        required.forEach(name -> job.checks.putIfAbsent(name, new Job.Check(CheckState.PENDING)));
    }

    // ---- cycles
    // ------------------------------------------------------------------------------------------------------

    private @Nullable String cycle(JsonNode expected) {
        List<Decision> decisions = engine.cycle(now);
        ObjectNode actual = JSON.createObjectNode();
        deviations.addAll(engine.deviations());
        List<Decision> sorted = new ArrayList<>(decisions);
        sorted.sort((a, b) -> a.workload().compareTo(b.workload()));
        if (decisions.isEmpty()) {
            actual.put("idle", true);
        } else {
            ArrayNode heads = actual.putArray("heads");
            sorted.forEach(decision -> heads.add(decision.workload().toString()));
            report(sorted, actual);
        }
        rest();
        if (!decisions.isEmpty()) {
            for (JsonNode pending : actual.path("pending")) {
                Place place = engine.place(WorkloadKey.parse(pending.path("workload").asText()));
                ((ObjectNode) pending)
                        .put(
                                "queued",
                                switch (place.kind()) {
                                    case ACTIVE -> "active";
                                    case PARKED -> "inadmissible";
                                    case NONE -> "none";
                                });
            }
            views(actual);
        }
        ObjectNode changes = JSON.createObjectNode();
        Map<WorkloadKey, String> present = new TreeMap<>();
        jobs.forEach((key, job) -> present.put(key, job.state()));
        present.forEach(
                (key, state) -> {
                    if (!state.equals(states.get(key))) {
                        changes.put(key.toString(), state);
                    }
                });
        states.keySet().stream()
                .filter(key -> !present.containsKey(key))
                .forEach(key -> changes.put(key.toString(), "Deleted"));
        states.clear();
        states.putAll(present);
        if (!changes.isEmpty()) {
            actual.set("states", changes);
        }
        return Difference.first("", expected, actual);
    }

    private void report(List<Decision> decisions, ObjectNode actual) {
        ArrayNode admitted = JSON.createArrayNode();
        ArrayNode preempting = JSON.createArrayNode();
        ArrayNode pending = JSON.createArrayNode();
        for (Decision decision : decisions) {
            Job job = job(JSON.getNodeFactory().textNode(decision.workload().toString()));
            switch (decision) {
                case Decision.Admit admit -> admitted.add(admit(job, admit));
                case Decision.Preempt preempt -> {
                    preempting.add(preempt(job, preempt));
                    pending.add(pending(job));
                }
                case Decision.Migrate migrate ->
                        throw new IllegalStateException(migrate.toString());
                case Decision.Pending stays -> {
                    PendingReason reason = stays.reason();
                    String message =
                            Texts.message(stays.cause(), stays.clusterQueue(), job.key.namespace());
                    if (reason != null) {
                        write(job, reason.text(), message);
                    }
                    pending.add(pending(job));
                }
            }
        }
        putIfAny(actual, "admitted", admitted);
        putIfAny(actual, "preempting", preempting);
        putIfAny(actual, "pending", pending);
    }

    /// Writes the condition; a change of it comes back as news about the workload.
    private void write(Job job, String reason, String message) {
        if (!reason.equals(job.reason) || !message.equals(job.message)) {
            job.reason = reason;
            job.message = message;
            told.remove(job.key);
        }
    }

    private static void putIfAny(ObjectNode node, String field, ArrayNode list) {
        if (!list.isEmpty()) {
            node.set(field, list);
        }
    }

    private static ObjectNode pending(Job job) {
        ObjectNode node = JSON.createObjectNode();
        node.put("workload", job.key.toString());
        node.put("reason", job.reason);
        node.put("message", job.message);
        return node;
    }

    private ObjectNode admit(Job job, Decision.Admit admit) {
        job.reservation =
                new Reservation(admit.clusterQueue(), admit.podSets(), now, admit.admitted());
        job.evicted = null;
        job.preempted = null;
        job.evictionReason = "";
        WorkloadKey replaced = admit.replaces();
        if (replaced != null) {
            Job old = jobs.get(replaced);
            if (old != null) {
                old.finished = true;
            }
        }
        ObjectNode node = JSON.createObjectNode();
        node.put("workload", job.key.toString());
        node.put("clusterQueue", admit.clusterQueue());
        ArrayNode podSets = node.putArray("podSets");
        for (Reservation.PodSetReservation podSet : admit.podSets()) {
            ObjectNode item = podSets.addObject();
            item.put("name", podSet.name());
            item.put("count", podSet.count());
            if (!podSet.flavors().isEmpty()) {
                ObjectNode flavors = item.putObject("flavors");
                podSet.flavors().forEach(flavors::put);
                ObjectNode usage = item.putObject("usage");
                podSet.usage().forEach((r, amount) -> usage.put(r, Amounts.format(r, amount)));
            }
        }
        String considered = Texts.considered(admit.assignment());
        if (!considered.isEmpty()) {
            node.put("considered", considered);
        }
        node.put("admitted", admit.admitted());
        return node;
    }

    private ObjectNode preempt(Job job, Decision.Preempt preempt) {
        ObjectNode node = JSON.createObjectNode();
        node.put("workload", job.key.toString());
        ArrayNode victims = node.putArray("victims");
        List<Decision.Victim> sorted = new ArrayList<>(preempt.victims());
        sorted.sort((a, b) -> a.workload().compareTo(b.workload()));
        for (Decision.Victim victim : sorted) {
            ObjectNode item = victims.addObject();
            item.put("workload", victim.workload().toString());
            if (victim.alreadyEvicted()) {
                item.put("already", true);
                continue;
            }
            item.put("reason", victim.reason().text());
            item.put(
                    "message",
                    ("Preempted to accommodate a workload (UID: %s, JobUID: UNKNOWN) due to %s;"
                                    + " preemptor path: %s; preemptee path: %s")
                            .formatted(
                                    job.uid,
                                    Texts.right(victim.reason()),
                                    victim.preemptorPath(),
                                    victim.preempteePath()));
            Job target = jobs.get(victim.workload());
            if (target != null) {
                evict(target, "Preempted");
                target.preempted = new Mark(victim.reason().text(), now);
            }
        }
        write(
                job,
                "WaitingForPreemptedWorkloads",
                Texts.message(preempt.assignment())
                        + ". Pending the preemption of "
                        + preempt.victims().size()
                        + " workload(s)");
        return node;
    }

    private void views(ObjectNode actual) {
        ObjectNode queueViews = JSON.createObjectNode();
        ObjectNode usageViews = JSON.createObjectNode();
        ObjectNode shares = JSON.createObjectNode();
        for (String name : queues.keySet()) {
            ObjectNode view = JSON.createObjectNode();
            ArrayNode active = JSON.createArrayNode();
            engine.active(name).forEach(key -> active.add(key.toString()));
            putIfAny(view, "active", active);
            ArrayNode parked = JSON.createArrayNode();
            engine.parked(name).forEach(key -> parked.add(key.toString()));
            putIfAny(view, "inadmissible", parked);
            if (!view.isEmpty()) {
                queueViews.set(name, view);
            }
            QueueCounts counts = engine.counts(name);
            ObjectNode byFlavor = JSON.createObjectNode();
            if (counts != null) {
                counts.reserved()
                        .forEach(
                                (flavor, amounts) -> {
                                    ObjectNode byResource = JSON.createObjectNode();
                                    amounts.forEach(
                                            (r, amount) -> {
                                                if (amount != 0) {
                                                    byResource.put(r, Amounts.format(r, amount));
                                                }
                                            });
                                    if (!byResource.isEmpty()) {
                                        byFlavor.set(flavor, byResource);
                                    }
                                });
            }
            if (!byFlavor.isEmpty()) {
                usageViews.set(name, byFlavor);
            }
            long share = engine.shareOfClusterQueue(name);
            if (share != 0) {
                shares.put(name, share);
            }
        }
        setIfAny(actual, "queues", queueViews);
        setIfAny(actual, "usage", usageViews);
        setIfAny(actual, "shares", shares);
        if (settings.admissionFairSharing() != null) {
            setIfAny(actual, "consumed", consumed());
        }
    }

    private ObjectNode consumed() {
        ObjectNode all = JSON.createObjectNode();
        for (LocalQueueKey key : localQueues.keySet()) {
            ObjectNode view = JSON.createObjectNode();
            engine.consumed(key).forEach((r, amount) -> put(view, r, amount));
            engine.pendingPenalties(key).forEach((r, amount) -> put(view, r + " pending", amount));
            if (!view.isEmpty()) {
                all.set(key.toString(), view);
            }
        }
        return all;
    }

    private static void put(ObjectNode view, String name, BigDecimal amount) {
        if (amount.signum() != 0) {
            view.put(name, new Quantity(amount, Quantity.Format.DECIMAL).toString());
        }
    }

    private static void setIfAny(ObjectNode node, String field, ObjectNode value) {
        if (!value.isEmpty()) {
            node.set(field, value);
        }
    }
}
