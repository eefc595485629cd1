package dev.sluice.podscheduler.queue;

import dev.sluice.podscheduler.cluster.Pod;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;

/// The waiting pods of one pod group, which are queued as one (S4.163). It stands in the queue where the pod would that came first.
public final class QueuedGroup extends QueuedPod {
    private final String key;

    /// The pod that is asked first at the gates stands first.
    private final SequencedMap<String, QueuedPod> members = new LinkedHashMap<>();

    private final NavigableMap<Long, QueuedPod> byArrival = new TreeMap<>();

    /// The pods of which the last attempt says why the group could not be placed.
    private Set<String> blockers = Set.of();

    /// @param key `namespace/name` of the group
    QueuedGroup(String key, QueuedPod first) {
        super(first.pod(), first.order(), first.since());
        this.key = key;
        join(first);
    }

    /// `namespace/name` of the group.
    public String key() {
        return key;
    }

    @Override
    String id() {
        return "group " + key;
    }

    /// Its pods in the order of their arrival.
    public List<QueuedPod> members() {
        return List.copyOf(byArrival.values());
    }

    int size() {
        return members.size();
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    /// The pod that is asked first at the gates: the one that kept its group out, if one did.
    public QueuedPod first() {
        return members.firstEntry().getValue();
    }

    void moveFirstToEnd() {
        QueuedPod first = first();
        members.putLast(first.id(), first);
    }

    void join(QueuedPod member) {
        members.put(member.id(), member);
        byArrival.put(member.order(), member);
        member.in(this);
    }

    void leave(QueuedPod member) {
        members.remove(member.id());
        byArrival.remove(member.order());
        member.in(null);
    }

    @Override
    long order() {
        return byArrival.firstKey();
    }

    @Override
    public Pod pod() {
        return byArrival.firstEntry().getValue().pod();
    }

    void blockedBy(List<Pod> pods) {
        Set<String> uids = new LinkedHashSet<>();
        pods.forEach(pod -> uids.add(pod.uid()));
        blockers = uids;
    }

    @Override
    List<Pod> concerned() {
        if (gatedBy() != null) {
            return List.of(first().pod());
        }
        return blockers.stream()
                .map(members::get)
                .filter(Objects::nonNull)
                .map(QueuedPod::pod)
                .toList();
    }

    @Override
    void beginAttempt() {
        super.beginAttempt();
        members.values().forEach(QueuedPod::beginAttempt);
    }

    @Override
    void tryableAt(Instant now) {
        super.tryableAt(now);
        members.values().forEach(member -> member.tryableAt(now));
    }
}
