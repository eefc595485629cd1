package dev.sluice.podscheduler.queue;

import dev.sluice.podscheduler.cluster.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;

/// The waiting pods of one pod group, which are queued as one (S4.163). It stands in the queue where its first pod would.
public final class QueuedGroup extends QueuedPod {
    private final String key;

    /// The pod that is asked first at the gates stands first.
    private final SequencedMap<String, QueuedPod> members = new LinkedHashMap<>();

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
        return members.values().stream()
                .sorted(Comparator.comparingLong(QueuedPod::order))
                .toList();
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
        member.in(this);
        lead();
    }

    void leave(QueuedPod member) {
        members.remove(member.id());
        member.in(null);
        if (!members.isEmpty()) {
            lead();
        }
    }

    /// Its rank is that of the pod that came first; call this when a member changed.
    void lead() {
        become(
                members.values().stream()
                        .min(Comparator.comparingLong(QueuedPod::order))
                        .orElseThrow()
                        .pod());
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
        return blockers.stream().map(members::get).filter(Objects::nonNull).map(QueuedPod::pod).toList();
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
