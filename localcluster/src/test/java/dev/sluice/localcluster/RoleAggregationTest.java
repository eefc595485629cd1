package dev.sluice.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Roles that are made of other roles (H7.6).
class RoleAggregationTest {
    @Test
    void aRoleHasTheRulesOfThoseThatItSelectsForAsLongAsItSelectsThem() throws Exception {
        try (Story story = new Story()) {
            story.create(
                    new ClusterRoleBuilder()
                            .withNewMetadata()
                            .withName("all")
                            .endMetadata()
                            .withNewAggregationRule()
                            .addNewClusterRoleSelector()
                            .addToMatchLabels("team", "red")
                            .endClusterRoleSelector()
                            .endAggregationRule()
                            .build());
            assertThat(resources(story)).isEmpty();

            story.create(part("one", "configmaps"));
            ClusterRole two = story.create(part("two", "secrets"));
            assertThat(resources(story)).containsExactly("configmaps", "secrets");

            story.mergePatch(two, "{\"metadata\":{\"labels\":{\"team\":null}}}");
            assertThat(resources(story)).containsExactly("configmaps");
        }
    }

    private static ClusterRole part(String name, String resource) {
        return new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(Map.of("team", "red"))
                .endMetadata()
                .addNewRule()
                .withApiGroups("")
                .withResources(resource)
                .withVerbs("get")
                .endRule()
                .build();
    }

    private static List<String> resources(Story story) throws InterruptedException {
        story.settle();
        ClusterRole all = story.client().rbac().clusterRoles().withName("all").get();
        return Objects.requireNonNullElse(all.getRules(), List.<PolicyRule>of()).stream()
                .flatMap(rule -> rule.getResources().stream())
                .toList();
    }
}
