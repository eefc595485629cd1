package dev.sluice.podscheduler.cluster;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// The order in which nodes are visited: one of each zone in turn, zones and the nodes in them as they came (S5.20).
///
/// The list is made anew only after a node came, went or changed its zone.
final class NodeOrder {
    private final SequencedMap<String, SequencedMap<String, NodeState>> nodesByZone =
            new LinkedHashMap<>();
    private final Map<String, String> zoneByName = new LinkedHashMap<>();
    private List<NodeState> order = List.of();
    private boolean stale;

    void put(NodeState state) {
        String zone = state.node().zone();
        String before = zoneByName.get(state.name());
        if (zone.equals(before)) {
            return;
        }
        if (before != null) {
            remove(state.name());
        }
        zoneByName.put(state.name(), zone);
        nodesByZone.computeIfAbsent(zone, _ -> new LinkedHashMap<>()).put(state.name(), state);
        stale = true;
    }

    void remove(String name) {
        String zone = zoneByName.remove(name);
        if (zone == null) {
            return;
        }
        var nodes = nodesByZone.getOrDefault(zone, new LinkedHashMap<>());
        nodes.remove(name);
        if (nodes.isEmpty()) {
            nodesByZone.remove(zone);
        }
        stale = true;
    }

    List<NodeState> list() {
        if (stale) {
            order = interleaved();
            stale = false;
        }
        return order;
    }

    private List<NodeState> interleaved() {
        List<NodeState> result = new ArrayList<>(zoneByName.size());
        List<Iterator<NodeState>> zones = new ArrayList<>();
        nodesByZone.values().forEach(nodes -> zones.add(nodes.values().iterator()));
        while (result.size() < zoneByName.size()) {
            for (Iterator<NodeState> zone : zones) {
                if (zone.hasNext()) {
                    result.add(zone.next());
                }
            }
        }
        return List.copyOf(result);
    }
}
