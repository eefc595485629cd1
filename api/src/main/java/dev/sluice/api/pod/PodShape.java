package dev.sluice.api.pod;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.model.PodResources;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What matters of a pod for scheduling, as a text: equal texts mean that the pods are treated alike (R3.19).
public final class PodShape {
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                    .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                    .defaultPropertyInclusion(
                            JsonInclude.Value.construct(
                                    JsonInclude.Include.NON_EMPTY, JsonInclude.Include.NON_EMPTY))
                    .build();

    private PodShape() {}

    /// @param pod the spec as it is written
    /// @param adjusted its resources after the adjustment of R1.6
    public static String of(PodSpec pod, PodResources adjusted) {
        Map<String, Object> shape = new LinkedHashMap<>();
        shape.put("containers", requests(adjusted.containers()));
        shape.put("initContainers", requests(adjusted.initContainers()));
        shape.put("ports", ports(pod.getContainers()));
        shape.put("initPorts", ports(pod.getInitContainers()));
        shape.put("podLevel", adjusted.podLevel().requests());
        shape.put("overhead", adjusted.overhead());
        shape.put("nodeSelector", pod.getNodeSelector());
        shape.put("affinity", pod.getAffinity());
        shape.put("tolerations", pod.getTolerations());
        shape.put("runtimeClassName", pod.getRuntimeClassName());
        shape.put("priority", pod.getPriority());
        shape.put("topologySpreadConstraints", pod.getTopologySpreadConstraints());
        shape.put("resourceClaims", pod.getResourceClaims());
        try {
            return JSON.writeValueAsString(shape);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a pod spec that was read cannot be written", e);
        }
    }

    private static List<Map<String, String>> requests(List<PodResources.Container> containers) {
        return containers.stream()
                .map(
                        container -> {
                            Map<String, String> requests = new TreeMap<>();
                            container
                                    .demand()
                                    .requests()
                                    .forEach((r, q) -> requests.put(r, q.toString()));
                            return requests;
                        })
                .toList();
    }

    private static List<Object> ports(List<Container> containers) {
        return containers.stream().<Object>map(Container::getPorts).toList();
    }
}
