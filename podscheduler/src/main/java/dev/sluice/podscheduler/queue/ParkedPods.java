package dev.sluice.podscheduler.queue;

import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.Profile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Pods that wait for something to happen, found by what could help them: an event touches only those whose
/// plugins asked for it (S2.150). A pod that only its own change can help stands in no such list, which is true of every pod
/// with scheduling gates; it is found by its uid alone.
final class ParkedPods {
    private final SequencedMap<String, QueuedPod> podById = new LinkedHashMap<>();
    private final Map<EventKind, SequencedMap<String, QueuedPod>> podsByHelp =
            new EnumMap<>(EventKind.class);

    void put(QueuedPod entry, Profile profile) {
        String id = entry.id();
        podById.put(id, entry);
        for (EventKind kind : EventKind.OF_OTHERS) {
            Set<String> listeners = profile.hints(kind).keySet();
            if (entry.heldBy().stream().anyMatch(listeners::contains)) {
                podsByHelp.computeIfAbsent(kind, _ -> new LinkedHashMap<>()).put(id, entry);
            }
        }
    }

    void remove(QueuedPod entry) {
        podById.remove(entry.id());
        podsByHelp.values().forEach(pods -> pods.remove(entry.id()));
    }

    /// The pods that an event of this kind may help, oldest first; a copy, so that they may be moved.
    List<QueuedPod> concernedBy(EventKind kind) {
        var pods = podsByHelp.get(kind);
        return pods == null || pods.isEmpty() ? List.of() : new ArrayList<>(pods.values());
    }

    /// The pods that something other than their own change may help.
    Collection<QueuedPod> thatOthersMayHelp() {
        Set<QueuedPod> pods = new LinkedHashSet<>();
        podsByHelp.values().forEach(some -> pods.addAll(some.values()));
        return pods;
    }

    Collection<QueuedPod> all() {
        return podById.values();
    }

    /// Who has been here longest, or null.
    @Nullable QueuedPod oldest() {
        return podById.isEmpty() ? null : podById.firstEntry().getValue();
    }

    int size() {
        return podById.size();
    }
}
