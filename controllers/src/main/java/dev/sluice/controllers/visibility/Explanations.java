package dev.sluice.controllers.visibility;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.controllers.multicluster.MultiCluster;
import dev.sluice.controllers.pod.QueuedPods;
import dev.sluice.controllers.queueing.DecisionTexts;
import dev.sluice.controllers.queueing.QueueingRoom;
import dev.sluice.engine.Explanation;
import dev.sluice.engine.Place;
import dev.sluice.engine.reason.AssignmentReport;
import dev.sluice.engine.reason.FlavorAttempt;
import dev.sluice.engine.reason.FlavorReason;
import dev.sluice.engine.reason.Holding;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.PodSetReport;
import dev.sluice.engine.reason.Room;
import dev.sluice.engine.reason.VictimSearch;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.model.Amounts;
import dev.sluice.reconcile.Cluster;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Why workloads are where they are, as objects: what the engine would decide about each if it were its turn now, with
/// everything that it looks at on the way. Made when it is asked for, by the code that decides.
public final class Explanations {
    /// The group and version that serve them.
    public static final String GROUP = "visibility.sluice.dev";

    public static final String VERSION = "v1alpha1";

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final QueueingRoom room;
    private final Circumstances circumstances;
    private final MultiCluster clusters;

    /// @param clusters where else the workloads of a manager are
    /// @param pods those that are queued themselves; null where none are
    public Explanations(
            Cluster cluster, QueueingRoom room, MultiCluster clusters, @Nullable QueuedPods pods) {
        this.room = room;
        this.clusters = clusters;
        this.circumstances = new Circumstances(cluster, pods);
    }

    /// The explanation of a workload; null if the engine knows none of this name.
    public @Nullable ObjectNode of(String namespace, String name) {
        Explanation explanation =
                room.ask(engine -> engine.explain(new WorkloadKey(namespace, name)));
        if (explanation == null
                || explanation
                        .outlook()
                        .equals(new Explanation.NotQueued(Explanation.Obstacle.UNKNOWN_WORKLOAD))) {
            return null;
        }
        ObjectNode document = document(explanation);
        circumstances.addTo(document, explanation);
        clusters.outlook(namespace, name)
                .ifPresent(outlook -> Copies.addTo(document.putObject("multiKueue"), outlook));
        return document;
    }

    /// The explanation as an object.
    private static ObjectNode document(Explanation explanation) {
        ObjectNode document =
                JSON.objectNode()
                        .put("kind", "Explanation")
                        .put("apiVersion", GROUP + "/" + VERSION);
        document.putObject("metadata")
                .put("name", explanation.workload().name())
                .put("namespace", explanation.workload().namespace());
        place(explanation, document.putObject("place"));
        holdings(explanation.holdings(), document);
        ObjectNode outlook = document.putObject("outlook");
        switch (explanation.outlook()) {
            case Explanation.NotQueued not -> {
                outlook.put("decision", "NotQueued").put("obstacle", camel(not.obstacle()));
                if (not.hold() != null) {
                    outlook.put("hold", camel(not.hold()));
                }
            }
            case Explanation.Refused refused -> {
                outlook.put("decision", "Refused");
                if (refused.reason() != null) {
                    outlook.put("reason", refused.reason().text());
                }
                outlook.put("message", message(explanation, refused.cause()));
            }
            case Explanation.Blocked blocked -> {
                outlook.put("decision", "Blocked")
                        .put("reason", blocked.reason().text())
                        .put("message", message(explanation, blocked.cause()));
                workloads(blocked.by(), outlook.putArray("by"));
                assignment(blocked.assignment(), outlook);
            }
            case Explanation.Fits fits -> {
                outlook.put("decision", "Fits");
                assignment(fits.assignment(), outlook);
            }
            case Explanation.NeedsPreemption needs -> {
                outlook.put("decision", "NeedsPreemption")
                        .put("message", DecisionTexts.assignment(needs.assignment()));
                workloads(needs.victims(), outlook.putArray("victims"));
                needs.closedGates().forEach(outlook.putArray("closedGates")::add);
                assignment(needs.assignment(), outlook);
                searches(needs.searches(), outlook);
                rooms(needs.rooms(), outlook);
            }
            case Explanation.NoFit no -> {
                outlook.put("decision", "NoFit")
                        .put("reason", no.reason().text())
                        .put("message", DecisionTexts.assignment(no.assignment()));
                assignment(no.assignment(), outlook);
                searches(no.searches(), outlook);
                rooms(no.rooms(), outlook);
            }
        }
        relaxed(explanation.relaxed(), document);
        return document;
    }

    /// What would be without the constraints that somebody has given it (KEP-8729).
    private static void relaxed(List<Explanation.Relaxed> relaxed, ObjectNode document) {
        for (Explanation.Relaxed one : relaxed) {
            ObjectNode node = document.withArray("withoutConstraints").addObject();
            ArrayNode without = node.putArray("without");
            if (one.lifted().cannotPreempt()) {
                without.add("cannot-preempt");
            }
            if (one.lifted().cannotBorrow()) {
                without.add("cannot-borrow");
            }
            switch (one.outlook()) {
                case Explanation.Fits _ -> node.put("decision", "Fits");
                case Explanation.NeedsPreemption needs -> {
                    node.put("decision", "NeedsPreemption");
                    workloads(needs.victims(), node.putArray("victims"));
                }
                case Explanation.Blocked blocked ->
                        node.put("decision", "Blocked").put("reason", blocked.reason().text());
                case Explanation.NoFit no ->
                        node.put("decision", "NoFit").put("reason", no.reason().text());
                case Explanation.Refused _ -> node.put("decision", "Refused");
                case Explanation.NotQueued _ -> node.put("decision", "NotQueued");
            }
        }
    }

    private static String message(Explanation explanation, PendingCause cause) {
        String queue = explanation.place().clusterQueue();
        return DecisionTexts.message(cause, explanation.workload(), queue == null ? "" : queue);
    }

    private static void place(Explanation explanation, ObjectNode place) {
        Place at = explanation.place();
        place.put("queued", camel(at.kind()));
        if (at.clusterQueue() != null) {
            place.put("clusterQueue", at.clusterQueue()).put("ahead", explanation.ahead());
        }
        if (at.bypassed() != null) {
            place.put("bypassed", at.bypassed().text());
        }
    }

    private static void holdings(List<Holding> holdings, ObjectNode document) {
        for (Holding held : holdings) {
            String resource = held.resource();
            ObjectNode one =
                    document.withArray("holds")
                            .addObject()
                            .put("clusterQueue", held.clusterQueue())
                            .put("flavor", held.flavor())
                            .put("resource", resource)
                            .put("amount", Amounts.format(resource, held.amount()))
                            .put("queueNominal", Amounts.format(resource, held.nominal()))
                            .put("queueUsed", Amounts.format(resource, held.used()));
            if (held.borrowedMost() > 0) {
                one.put("borrowedMost", Amounts.format(resource, held.borrowedMost()))
                        .put("borrowedFrom", held.cohort());
            }
        }
    }

    private static void assignment(AssignmentReport report, ObjectNode outlook) {
        outlook.put("borrowingLevel", report.borrowing());
        ArrayNode podSets = outlook.putArray("podSets");
        for (PodSetReport podSet : report.podSets()) {
            ObjectNode one =
                    podSets.addObject()
                            .put("name", podSet.name())
                            .put("count", podSet.count())
                            .put("mode", camel(podSet.mode()));
            ArrayNode flavors = one.putArray("flavors");
            new TreeMap<>(podSet.choices())
                    .forEach(
                            (resource, choice) ->
                                    flavors.addObject()
                                            .put("resource", resource)
                                            .put("flavor", choice.flavor())
                                            .put("mode", camel(choice.mode()))
                                            .put("borrowingLevel", choice.level()));
            ArrayNode tried = one.putArray("tried");
            podSet.attempts().forEach(attempt -> tried.add(attempt(attempt)));
            if (podSet.error() != null) {
                one.put("error", podSet.error());
            }
            if (podSet.attempts().isEmpty()) {
                podSet.reasons().forEach(reason -> lacks(reason, one.withArray("reasons")));
            }
        }
    }

    private static ObjectNode attempt(FlavorAttempt attempt) {
        ObjectNode node =
                JSON.objectNode()
                        .put("flavor", attempt.flavor())
                        .put("verdict", camel(attempt.verdict()))
                        .put("borrowingLevel", attempt.level());
        ArrayNode reasons = node.putArray("reasons");
        attempt.reasons().forEach(reason -> lacks(reason, reasons));
        return node;
    }

    /// A reason, and for those about quota the node and the amount as data.
    private static void lacks(FlavorReason reason, ArrayNode reasons) {
        ObjectNode node =
                reasons.addObject()
                        .put("kind", reason.getClass().getSimpleName())
                        .put("message", DecisionTexts.reason(reason));
        switch (reason) {
            case FlavorReason.ExceedsCapacity r ->
                    node.put("resource", r.resource())
                            .put("node", r.node())
                            .put("wanted", Amounts.format(r.resource(), r.request()))
                            .put("capacity", Amounts.format(r.resource(), r.capacity()));
            case FlavorReason.Short r ->
                    node.put("resource", r.resource())
                            .put("node", r.node())
                            .put("missing", Amounts.format(r.resource(), r.missing()));
            case FlavorReason.ExceedsOwnQuota r ->
                    node.put("resource", r.resource())
                            .put("missing", Amounts.format(r.resource(), r.amount()))
                            .put("own", Amounts.format(r.resource(), r.own()));
            case FlavorReason.CannotBorrow r ->
                    node.put("resource", r.resource())
                            .put("missing", Amounts.format(r.resource(), r.amount()));
            case FlavorReason.CannotPreempt r ->
                    node.put("resource", r.resource())
                            .put("missing", Amounts.format(r.resource(), r.missing()));
            default -> {}
        }
    }

    private static void searches(List<VictimSearch> searches, ObjectNode outlook) {
        ArrayNode all = outlook.putArray("victimSearches");
        for (VictimSearch search : searches) {
            ObjectNode one =
                    all.addObject()
                            .put("borrowing", search.borrowing())
                            .put("sufficed", search.sufficed());
            search.contended().forEach(one.putArray("contended")::add);
            ArrayNode looked = one.putArray("looked");
            for (VictimSearch.Look look : search.looked()) {
                looked.addObject()
                        .put("namespace", look.workload().namespace())
                        .put("name", look.workload().name())
                        .put("clusterQueue", look.clusterQueue())
                        .put("fate", camel(look.fate()));
            }
        }
    }

    private static void workloads(List<WorkloadKey> keys, ArrayNode out) {
        for (WorkloadKey key : keys) {
            out.addObject().put("namespace", key.namespace()).put("name", key.name());
        }
    }

    private static void rooms(List<Room> rooms, ObjectNode outlook) {
        ArrayNode all = outlook.putArray("rooms");
        for (Room room : rooms) {
            String resource = room.resource();
            all.addObject()
                    .put("node", room.node())
                    .put("flavor", room.flavor())
                    .put("resource", resource)
                    .put("nominal", Amounts.format(resource, room.nominal()))
                    .put("subtree", Amounts.format(resource, room.subtree()))
                    .put("guaranteed", Amounts.format(resource, room.guaranteed()))
                    .put("used", Amounts.format(resource, room.used()))
                    .put("available", Amounts.format(resource, room.available()))
                    .put("potential", Amounts.format(resource, room.potential()));
        }
    }

    /// `NO_FIT` as `NoFit`.
    static String camel(Enum<?> constant) {
        StringBuilder camel = new StringBuilder();
        for (String word : constant.name().split("_")) {
            camel.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return camel.toString();
    }
}
