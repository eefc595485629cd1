package dev.sluice.localcluster.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/// Node objects as a kubelet would write them (H9.50).
final class Nodes {
    private static final String CPU = "cpu";
    private static final String MEMORY = "memory";
    private static final String PODS = "pods";

    private Nodes() {}

    static Node node(NodePool pool, int number) {
        String name = "node-" + number;
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels(pool.labels())
                .addToLabels("kubernetes.io/hostname", name)
                .addToLabels("kubernetes.io/os", "linux")
                .addToLabels("kubernetes.io/arch", "amd64")
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withStatus(
                        new NodeStatusBuilder()
                                .addToCapacity(CPU, Quantity.parse(pool.cpu()))
                                .addToCapacity(MEMORY, Quantity.parse(pool.memory()))
                                .addToCapacity(PODS, new Quantity(Integer.toString(pool.pods())))
                                .build())
                .build();
    }

    /// The status of a node that is up; what the object says already about its size is kept.
    static NodeStatus ready(Node node, int number, Instant now) {
        NodeStatus known = node.getStatus() == null ? new NodeStatus() : node.getStatus();
        Map<String, Quantity> capacity = known.getCapacity();
        Map<String, Quantity> allocatable =
                known.getAllocatable() == null || known.getAllocatable().isEmpty()
                        ? capacity
                        : known.getAllocatable();
        return new NodeStatusBuilder(known)
                .withAllocatable(allocatable)
                .withCapacity(capacity == null || capacity.isEmpty() ? allocatable : capacity)
                .withConditions(conditions(now))
                .withAddresses()
                .addNewAddress(address(number), "InternalIP")
                .addNewAddress(node.getMetadata().getName(), "Hostname")
                .withNewDaemonEndpoints()
                .withNewKubeletEndpoint(10250)
                .endDaemonEndpoints()
                .withNewNodeInfo()
                .withArchitecture("amd64")
                .withOperatingSystem("linux")
                .withKubeletVersion("v1.36.3")
                .withKubeProxyVersion("")
                .withContainerRuntimeVersion("simulated://1")
                .withKernelVersion("simulated")
                .withOsImage("Sluice simulated node")
                .withMachineID("")
                .withSystemUUID("")
                .withBootID("")
                .endNodeInfo()
                .build();
    }

    /// The address of a node's host.
    static String address(int number) {
        return "10.128." + number / 256 % 256 + "." + number % 256;
    }

    private static List<NodeCondition> conditions(Instant now) {
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        return List.of(
                condition("Ready", "True", "KubeletReady", "the simulated node is ready", time),
                condition(
                        "MemoryPressure",
                        "False",
                        "KubeletHasSufficientMemory",
                        "memory is simulated",
                        time),
                condition(
                        "DiskPressure",
                        "False",
                        "KubeletHasNoDiskPressure",
                        "disk is simulated",
                        time),
                condition(
                        "PIDPressure",
                        "False",
                        "KubeletHasSufficientPID",
                        "processes are simulated",
                        time),
                condition(
                        "NetworkUnavailable",
                        "False",
                        "RouteCreated",
                        "network is simulated",
                        time));
    }

    private static NodeCondition condition(
            String type, String status, String reason, String message, String time) {
        return new NodeConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage(message)
                .withLastHeartbeatTime(time)
                .withLastTransitionTime(time)
                .build();
    }
}
