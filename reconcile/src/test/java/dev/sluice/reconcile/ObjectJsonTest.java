package dev.sluice.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ObjectJsonTest {
    private static final String METADATA =
            "\"metadata\":{\"name\":\"a\",\"uid\":\"%s\",\"generation\":%d}";

    private final ObjectJson json = new ObjectJson();

    @Group("example.com")
    @Version("v1")
    static final class Box extends CustomResource<Map<String, Integer>, Map<String, Integer>> {}

    private <T extends HasMetadata> T read(Class<T> kind, String text, @Nullable T known)
            throws IOException {
        return json.reader(kind, known).readValue(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String job(String uid, int generation, int parallelism) {
        return ("{" + METADATA.formatted(uid, generation))
                + ",\"spec\":{\"parallelism\":%d},\"status\":{\"active\":%d}}"
                        .formatted(parallelism, parallelism);
    }

    private static String pod(int generation, String spec, String phase) {
        return ("{" + METADATA.formatted("u", generation))
                + ",\"spec\":%s,\"status\":{\"phase\":\"%s\"}}".formatted(spec, phase);
    }

    /// H2.4: a generation has one spec.
    @Test
    void takesTheKnownSpecOfTheSameGeneration() throws IOException {
        Job known = read(Job.class, job("u", 3, 2), null);
        Job newer =
                read(Job.class, job("u", 3, 2).replace("\"active\":2", "\"succeeded\":2"), known);
        assertThat(newer.getSpec()).isSameAs(known.getSpec());
        assertThat(newer.getStatus().getSucceeded()).isEqualTo(2);
        assertThat(newer.getStatus().getActive()).isNull();
        assertThat(newer)
                .isEqualTo(
                        read(
                                Job.class,
                                job("u", 3, 2).replace("\"active\":2", "\"succeeded\":2"),
                                null));
    }

    @Test
    void takesTheKnownSpecOfACustomResource() throws IOException {
        String text =
                "{" + METADATA.formatted("u", 1) + ",\"spec\":{\"a\":1},\"status\":{\"b\":%d}}";
        Box known = read(Box.class, text.formatted(1), null);
        Box newer = read(Box.class, text.formatted(2), known);
        assertThat(newer.getSpec()).isSameAs(known.getSpec());
        assertThat(newer.getStatus()).isEqualTo(Map.of("b", 2));
    }

    @Test
    void readsTheSpecOfAnotherGeneration() throws IOException {
        Job known = read(Job.class, job("u", 3, 2), null);
        assertThat(read(Job.class, job("u", 4, 5), known).getSpec().getParallelism()).isEqualTo(5);
        assertThat(read(Job.class, job("u", 2, 1), known).getSpec().getParallelism()).isEqualTo(1);
    }

    /// An object that was deleted and made again begins to count anew.
    @Test
    void readsTheSpecOfAnotherObjectOfTheSameName() throws IOException {
        Job known = read(Job.class, job("u", 1, 2), null);
        assertThat(read(Job.class, job("v", 1, 5), known).getSpec().getParallelism()).isEqualTo(5);
    }

    @Test
    void readsTheSpecWhereTheServerDoesNotCount() throws IOException {
        Job known = read(Job.class, job("u", 1, 2).replace(",\"generation\":1", ""), null);
        Job newer = read(Job.class, job("u", 1, 5).replace(",\"generation\":1", ""), known);
        assertThat(newer.getSpec().getParallelism()).isEqualTo(5);
    }

    @Test
    void readsTheSpecThatComesBeforeItsGeneration() throws IOException {
        Job known = read(Job.class, job("u", 1, 2), null);
        Job newer =
                read(
                        Job.class,
                        "{\"spec\":{\"parallelism\":2}," + METADATA.formatted("u", 1) + "}",
                        known);
        assertThat(newer.getSpec()).isEqualTo(known.getSpec()).isNotSameAs(known.getSpec());
    }

    /// A binding is no change of what the user wants, but one of the spec.
    @Test
    void readsTheSpecOfAPodUntilItsNodeIsKnown() throws IOException {
        Pod unbound = read(Pod.class, pod(1, "{}", "Pending"), null);
        Pod bound = read(Pod.class, pod(1, "{\"nodeName\":\"n\"}", "Pending"), unbound);
        assertThat(bound.getSpec().getNodeName()).isEqualTo("n");
        Pod running = read(Pod.class, pod(1, "{\"nodeName\":\"n\"}", "Running"), bound);
        assertThat(running.getSpec()).isSameAs(bound.getSpec());
        assertThat(running.getStatus().getPhase()).isEqualTo("Running");
    }

    @Test
    void writesWhatFabric8Writes() throws IOException {
        Pod pod =
                read(
                        Pod.class,
                        pod(
                                1,
                                """
                                {"containers":[{"name":"c","resources":{"requests":{"cpu":"1"}},
                                "livenessProbe":{"httpGet":{"port":80}}}],"unknown":[1]}""",
                                "Pending"),
                        null);
        assertThat(new String(json.bytes(pod), StandardCharsets.UTF_8))
                .isEqualTo(new KubernetesSerialization().asJson(pod));
    }

    @Test
    void doesNotTakeAValueOfAnotherType() {
        assertThatThrownBy(() -> read(Pod.class, "{\"metadata\":{\"generation\":\"many\"}}", null))
                .isInstanceOf(InvalidFormatException.class);
    }
}
