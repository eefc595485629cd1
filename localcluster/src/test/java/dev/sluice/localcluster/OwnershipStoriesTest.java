package dev.sluice.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What happens to things whose owner, or whose namespace, goes (H2.40 to H2.44, H2.50 to H2.53).
class OwnershipStoriesTest {
    @Test
    void whatIsOwnedGoesWithItsLastOwner() throws Exception {
        try (Story story = new Story()) {
            ConfigMap a = story.create(owned("a"));
            ConfigMap b = story.create(owned("b"));
            story.create(owned("of-a", a));
            story.create(owned("of-both", a, b));

            delete(story, a, DeletionPropagation.BACKGROUND);
            assertThat(names(story)).containsExactly("b", "of-both");
            assertThat(get(story, "of-both").getMetadata().getOwnerReferences())
                    .singleElement()
                    .satisfies(owner -> assertThat(owner.getName()).isEqualTo("b"));

            delete(story, b, DeletionPropagation.BACKGROUND);
            assertThat(names(story)).isEmpty();
        }
    }

    @Test
    void deletionGoesDownThroughGenerations() throws Exception {
        try (Story story = new Story()) {
            ConfigMap a = story.create(owned("a"));
            ConfigMap child = story.create(owned("child", a));
            story.create(owned("grandchild", child));

            delete(story, a, DeletionPropagation.BACKGROUND);

            assertThat(names(story)).isEmpty();
        }
    }

    @Test
    void aForegroundDeletionWaitsForWhatBlocksIt() throws Exception {
        try (Story story = new Story()) {
            ConfigMap a = story.create(owned("a"));
            ConfigMap held =
                    story.create(
                            new ConfigMapBuilder(owned("held", a))
                                    .editMetadata()
                                    .addToFinalizers("example.com/hold")
                                    .endMetadata()
                                    .build());

            delete(story, a, DeletionPropagation.FOREGROUND);
            assertThat(names(story)).containsExactly("a", "held");
            assertThat(get(story, "held").getMetadata().getDeletionTimestamp()).isNotNull();
            assertThat(get(story, "a").getMetadata().getFinalizers())
                    .containsExactly("foregroundDeletion");

            story.mergePatch(held, "{\"metadata\":{\"finalizers\":null}}");
            assertThat(names(story)).isEmpty();
        }
    }

    @Test
    void anOrphaningDeletionLeavesWhatIsOwned() throws Exception {
        try (Story story = new Story()) {
            ConfigMap a = story.create(owned("a"));
            story.create(owned("child", a));

            delete(story, a, DeletionPropagation.ORPHAN);

            assertThat(names(story)).containsExactly("child");
            assertThat(get(story, "child").getMetadata().getOwnerReferences()).isNullOrEmpty();
        }
    }

    @Test
    void anOwnerThatNeverWasTakesItsDependentWithIt() throws Exception {
        try (Story story = new Story()) {
            ConfigMap never =
                    new ConfigMapBuilder(owned("never"))
                            .editMetadata()
                            .withUid("11111111-2222-4333-8444-555555555555")
                            .endMetadata()
                            .build();

            story.create(owned("lost", never));

            assertThat(names(story)).isEmpty();
        }
    }

    @Test
    void aNamespaceIsFurnishedAndEmptied() throws Exception {
        try (Story story = new Story()) {
            List<ServiceAccount> accounts =
                    story.client().serviceAccounts().inNamespace("ns").list().getItems();
            assertThat(accounts)
                    .extracting(a -> a.getMetadata().getName())
                    .containsExactly("default");
            assertThat(get(story, "kube-root-ca.crt").getData().get("ca.crt"))
                    .startsWith("-----BEGIN CERTIFICATE-----");
            ConfigMap held =
                    story.create(
                            new ConfigMapBuilder(owned("held"))
                                    .editMetadata()
                                    .addToFinalizers("example.com/hold")
                                    .endMetadata()
                                    .build());

            story.client().namespaces().withName("ns").delete();
            story.settle();

            Namespace ending = story.client().namespaces().withName("ns").get();
            assertThat(ending.getStatus().getPhase()).isEqualTo("Terminating");
            assertThat(ending.getStatus().getConditions())
                    .filteredOn(condition -> condition.getStatus().equals("True"))
                    .extracting(condition -> condition.getReason() + ": " + condition.getMessage())
                    .containsExactly(
                            "SomeResourcesRemain: Some resources are remaining: configmaps. has 1"
                                    + " resource instances",
                            "SomeFinalizersRemain: Some content in the namespace has finalizers"
                                    + " remaining: example.com/hold in 1 resource instances");

            story.mergePatch(held, "{\"metadata\":{\"finalizers\":null}}");
            story.pass(Duration.ofSeconds(1));
            assertThat(story.client().namespaces().withName("ns").get()).isNull();
        }
    }

    private static void delete(Story story, ConfigMap object, DeletionPropagation propagation)
            throws InterruptedException {
        story.client().resource(object).withPropagationPolicy(propagation).delete();
        story.settle();
    }

    private static ConfigMap owned(String name, ConfigMap... owners) {
        ConfigMap object =
                new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace("ns")
                        .withName(name)
                        .endMetadata()
                        .withData(Map.of("k", "v"))
                        .build();
        for (ConfigMap owner : owners) {
            object =
                    new ConfigMapBuilder(object)
                            .editMetadata()
                            .addNewOwnerReference()
                            .withApiVersion("v1")
                            .withKind("ConfigMap")
                            .withName(owner.getMetadata().getName())
                            .withUid(owner.getMetadata().getUid())
                            .withBlockOwnerDeletion(true)
                            .endOwnerReference()
                            .endMetadata()
                            .build();
        }
        return object;
    }

    private static ConfigMap get(Story story, String name) {
        return Objects.requireNonNull(
                story.client().configMaps().inNamespace("ns").withName(name).get(), name);
    }

    private static List<String> names(Story story) {
        return story.client().configMaps().inNamespace("ns").list().getItems().stream()
                .map(object -> object.getMetadata().getName())
                .filter(name -> !name.equals("kube-root-ca.crt"))
                .sorted()
                .toList();
    }
}
