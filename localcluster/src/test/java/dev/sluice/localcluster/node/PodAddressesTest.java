package dev.sluice.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PodAddressesTest {
    private static Pod pod(String uid) {
        return new PodBuilder().withNewMetadata().withUid(uid).endMetadata().build();
    }

    private static Pod pod(String uid, String ip) {
        return new PodBuilder(pod(uid)).withNewStatus().withPodIP(ip).endStatus().build();
    }

    @Test
    void manyPodsAtOnceHaveAnAddressEach() {
        PodAddresses addresses = new PodAddresses(List::of);

        List<String> given =
                IntStream.range(0, 2_000)
                        .parallel()
                        .mapToObj(i -> addresses.of(pod("u" + i)))
                        .toList();

        assertThat(given)
                .doesNotHaveDuplicates()
                .contains("10.244.0.1")
                .doesNotContain("10.244.0.0");
    }

    @Test
    void aPodKeepsItsAddress() {
        PodAddresses addresses = new PodAddresses(List::of);

        assertThat(addresses.of(pod("a"))).isEqualTo(addresses.of(pod("a")));
    }

    /// The pods of an earlier process run on; some may have been given the same address by it.
    @Test
    void whatPodsHaveAfterARestartIsNotGivenAgain() {
        PodAddresses addresses =
                new PodAddresses(
                        () ->
                                List.of(
                                        pod("a", "10.244.0.1"),
                                        pod("b", "10.244.1.3"),
                                        pod("c", "192.0.2.1"),
                                        pod("d")));

        assertThat(addresses.of(pod("new"))).isEqualTo("10.244.1.4");
        assertThat(addresses.of(pod("a"))).isEqualTo("10.244.0.1");
    }

    @Test
    void whatIsGivenBackIsUsedWhenAllOthersHaveBeen() {
        PodAddresses addresses = new PodAddresses(() -> List.of(pod("old", "10.244.255.253")));
        String last = addresses.of(pod("a"));
        addresses.free("old");

        assertThat(last).isEqualTo("10.244.255.254");
        assertThat(addresses.of(pod("b"))).isEqualTo("10.244.0.1");
        addresses.free("b");
        assertThat(addresses.of(pod("c"))).isEqualTo("10.244.0.2");
    }
}
