package dev.sluice.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What a namespace may hold in all (H2.67).
class QuotaStoriesTest {
    @Test
    void whatWouldBeTooMuchIsRefusedUntilSomethingIsGivenBack() throws Exception {
        try (Story story = new Story()) {
            story.create(quota(Map.of("pods", "2", "requests.cpu", "1500m")));
            assertThat(used(story)).isEqualTo(Map.of("pods", "0", "requests.cpu", "0"));

            Pod first = story.create(pod("a", "1"));
            assertThat(used(story)).isEqualTo(Map.of("pods", "1", "requests.cpu", "1"));
            assertThatThrownBy(() -> story.create(pod("b", "600m")))
                    .isInstanceOf(KubernetesClientException.class)
                    .hasMessageContaining(
                            "pods \"b\" is forbidden: exceeded quota: q, requested:"
                                    + " requests.cpu=600m, used: requests.cpu=1, limited:"
                                    + " requests.cpu=1500m");

            story.client().resource(first).withGracePeriod(0).delete();
            story.pass(Duration.ofSeconds(2));
            story.create(pod("b", "600m"));
            assertThat(used(story)).isEqualTo(Map.of("pods", "1", "requests.cpu", "600m"));
        }
    }

    @Test
    void aPodMustSayWhatAQuotaCounts() throws Exception {
        try (Story story = new Story()) {
            story.create(quota(Map.of("limits.memory", "1Gi")));

            assertThatThrownBy(() -> story.create(pod("a", "1")))
                    .hasMessageContaining("failed quota: q: must specify limits.memory for: c");
        }
    }

    @Test
    void anyKindCanBeCounted() throws Exception {
        try (Story story = new Story()) {
            story.create(quota(Map.of("count/secrets", "1")));
            String before = used(story).get("count/secrets");
            assertThat(before).isEqualTo("0");

            story.create(secret("a"));
            assertThatThrownBy(() -> story.create(secret("b")))
                    .hasMessageContaining("requested: count/secrets=1, used: count/secrets=1");
        }
    }

    @Test
    void aQuotaWithScopesCountsOnlyPodsWithinThem() throws Exception {
        try (Story story = new Story()) {
            ResourceQuota quota =
                    new ResourceQuotaBuilder(quota(Map.of("pods", "0")))
                            .editSpec()
                            .withScopes("BestEffort")
                            .endSpec()
                            .build();
            story.create(quota);
            assertThat(used(story)).isEqualTo(Map.of("pods", "0"));

            story.create(pod("a", "1"));
            assertThatThrownBy(() -> story.create(pod("b", "")))
                    .hasMessageContaining("exceeded quota: q, requested: pods=1");
        }
    }

    private static ResourceQuota quota(Map<String, String> hard) {
        Map<String, Quantity> amounts = new TreeMap<>();
        hard.forEach((name, amount) -> amounts.put(name, new Quantity(amount)));
        return new ResourceQuotaBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("q")
                .endMetadata()
                .withNewSpec()
                .withHard(amounts)
                .endSpec()
                .build();
    }

    private static Pod pod(String name, String cpu) {
        var resources = new ResourceRequirementsBuilder();
        if (!cpu.isEmpty()) {
            resources.addToRequests("cpu", new Quantity(cpu));
        }
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("c")
                .withImage("registry.example/app:1")
                .withResources(resources.build())
                .endContainer()
                .endSpec()
                .build();
    }

    private static Secret secret(String name) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .build();
    }

    private static Map<String, String> used(Story story) throws InterruptedException {
        story.settle();
        ResourceQuota quota =
                story.client().resourceQuotas().inNamespace("default").withName("q").get();
        Map<String, String> used = new TreeMap<>();
        if (quota.getStatus() != null && quota.getStatus().getUsed() != null) {
            quota.getStatus().getUsed().forEach((name, amount) -> used.put(name, amount.toString()));
        }
        return used;
    }
}
