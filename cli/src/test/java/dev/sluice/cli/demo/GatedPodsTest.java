package dev.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Pods with scheduling gates, as the demo tells of them.
class GatedPodsTest {
    private final GatedPods pods = new GatedPods();

    @Test
    void eachGateThatGoesIsToldOnceAndThenTheNode() throws IOException {
        assertThat(lines("p", "schedulingGates: [{name: a/x}, {name: b/y}]"))
                .containsExactly("SchedulingGated            ns/p: waits for a/x and b/y");
        assertThat(lines("p", "schedulingGates: [{name: a/x}, {name: b/y}]")).isEmpty();
        assertThat(lines("p", "schedulingGates: [{name: b/y}]"))
                .containsExactly("SchedulingGated            ns/p: waits for b/y");
        assertThat(lines("p", "nodeName: n1"))
                .containsExactly(
                        "Scheduled                  ns/p: all gates are gone, bound to n1");
        assertThat(lines("p", "nodeName: n1")).isEmpty();
    }

    @Test
    void whoNeverHadAGateIsNotTold() throws IOException {
        assertThat(lines("q", "nodeName: n1")).isEmpty();
    }

    private List<String> lines(String name, String spec) throws IOException {
        JsonNode list =
                new YAMLMapper()
                        .readTree(
                                "items: [{metadata: {namespace: ns, name: %s}, spec: {%s}}]"
                                        .formatted(name, spec));
        return pods.news(list).stream().map(Happening::line).toList();
    }
}
