package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.NavigableMap;

/// What the cluster under test shows at a checkpoint: the normalised objects, and the events since the previous checkpoint.
record Snapshot(NavigableMap<Ref, ObjectNode> objects, List<SeenEvent> events) {}
