package dev.sluice.apiserver.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import dev.sluice.apiserver.json.Nesting;
import dev.sluice.apiserver.transcripts.Recording;
import dev.sluice.apiserver.type.Conformer;
import dev.sluice.apiserver.type.TypeTable;
import io.kubernetes.client.proto.IntStr;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.Resource;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Apiextensions;
import io.kubernetes.client.proto.V1Authentication;
import io.kubernetes.client.proto.V1Batch;
import io.kubernetes.client.proto.V1Coordination;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/// H1.41, H1.42: messages made by generated code read as the JSON that they stand for.
class ProtobufReaderTest {
    private final ProtobufReader reader = new ProtobufReader(TypeTable.BUILT_IN);

    @Test
    void readsNestedListsMapsAndInlinedParts() throws MalformedProtobuf {
        V1.Pod pod =
                V1.Pod.newBuilder()
                        .setMetadata(
                                Meta.ObjectMeta.newBuilder()
                                        .setName("p")
                                        .setGenerateName("")
                                        .putLabels("a", "b"))
                        .setSpec(
                                V1.PodSpec.newBuilder()
                                        .addContainers(
                                                V1.Container.newBuilder()
                                                        .setName("c")
                                                        .addArgs("x")
                                                        .addArgs("")
                                                        .setResources(
                                                                V1.ResourceRequirements.newBuilder()
                                                                        .putRequests(
                                                                                "cpu",
                                                                                Resource.Quantity
                                                                                        .newBuilder()
                                                                                        .setString(
                                                                                                "500m")
                                                                                        .build()))
                                                        .setLivenessProbe(
                                                                V1.Probe.newBuilder()
                                                                        .setHandler(
                                                                                V1.ProbeHandler
                                                                                        .newBuilder()
                                                                                        .setTcpSocket(
                                                                                                V1
                                                                                                        .TCPSocketAction
                                                                                                        .newBuilder()
                                                                                                        .setPort(
                                                                                                                IntStr
                                                                                                                        .IntOrString
                                                                                                                        .newBuilder()
                                                                                                                        .setType(
                                                                                                                                1)
                                                                                                                        .setStrVal(
                                                                                                                                "web"))))))
                                        .addVolumes(
                                                V1.Volume.newBuilder()
                                                        .setName("v")
                                                        .setVolumeSource(
                                                                V1.VolumeSource.newBuilder()
                                                                        .setEmptyDir(
                                                                                V1
                                                                                        .EmptyDirVolumeSource
                                                                                        .newBuilder())))
                                        .setHostNetwork(false)
                                        .setTerminationGracePeriodSeconds(0))
                        .build();
        assertReads(
                pod.toByteArray(),
                "core.Pod",
                """
                {"metadata":{"name":"p","labels":{"a":"b"}},
                 "spec":{"containers":[{"name":"c","args":["x",""],"resources":{"requests":{"cpu":"500m"}},
                     "livenessProbe":{"tcpSocket":{"port":"web"}}}],
                   "volumes":[{"name":"v","emptyDir":{}}],"terminationGracePeriodSeconds":0}}
                """);
    }

    @Test
    void keepsPointersToZero() throws MalformedProtobuf {
        V1Batch.Job job =
                V1Batch.Job.newBuilder()
                        .setSpec(
                                V1Batch.JobSpec.newBuilder()
                                        .setParallelism(0)
                                        .setSuspend(false)
                                        .setManagedBy(""))
                        .build();
        assertReads(
                job.toByteArray(),
                "batch.Job",
                "{\"spec\":{\"parallelism\":0,\"suspend\":false,\"managedBy\":\"\"}}");
    }

    @Test
    void readsTimesBytesAndNumbers() throws MalformedProtobuf {
        V1Coordination.Lease lease =
                V1Coordination.Lease.newBuilder()
                        .setMetadata(
                                Meta.ObjectMeta.newBuilder()
                                        .setCreationTimestamp(Meta.Time.newBuilder())
                                        .setGeneration(-5_000_000_000L))
                        .setSpec(
                                V1Coordination.LeaseSpec.newBuilder()
                                        .setRenewTime(
                                                Meta.MicroTime.newBuilder()
                                                        .setSeconds(1_764_279_017)
                                                        .setNanos(544_176_000)))
                        .build();
        assertReads(
                lease.toByteArray(),
                "coordination.Lease",
                """
                {"metadata":{"generation":-5000000000},"spec":{"renewTime":"2025-11-27T21:30:17.544176Z"}}
                """);
        V1.Secret secret =
                V1.Secret.newBuilder()
                        .putData("k", ByteString.copyFrom(new byte[] {0, (byte) 255}))
                        .build();
        assertReads(secret.toByteArray(), "core.Secret", "{\"data\":{\"k\":\"AP8=\"}}");
    }

    @Test
    void readsListsInsideMaps() throws MalformedProtobuf {
        V1Authentication.UserInfo user =
                V1Authentication.UserInfo.newBuilder()
                        .putExtra(
                                "scopes",
                                V1Authentication.ExtraValue.newBuilder()
                                        .addItems("a")
                                        .addItems("b")
                                        .build())
                        .build();
        assertReads(
                user.toByteArray(),
                "authentication.UserInfo",
                "{\"extra\":{\"scopes\":[\"a\",\"b\"]}}");
    }

    @Test
    void readsTheAlternativesOfSchemas() throws MalformedProtobuf {
        V1Apiextensions.JSONSchemaProps text =
                V1Apiextensions.JSONSchemaProps.newBuilder().setType("string").build();
        V1Apiextensions.JSONSchemaProps schema =
                V1Apiextensions.JSONSchemaProps.newBuilder()
                        .setItems(
                                V1Apiextensions.JSONSchemaPropsOrArray.newBuilder().setSchema(text))
                        .setAdditionalProperties(
                                V1Apiextensions.JSONSchemaPropsOrBool.newBuilder()
                                        .setAllows(true)
                                        .setSchema(text))
                        .setAdditionalItems(
                                V1Apiextensions.JSONSchemaPropsOrBool.newBuilder().setAllows(true))
                        .setDefault(
                                V1Apiextensions.JSON
                                        .newBuilder()
                                        .setRaw(ByteString.copyFromUtf8("{\"a\":[1]}")))
                        .setXKubernetesIntOrString(true)
                        .build();
        assertReads(
                schema.toByteArray(),
                "apiextensions.JSONSchemaProps",
                """
                {"items":{"type":"string"},"additionalProperties":{"type":"string"},"additionalItems":true,
                 "default":{"a":[1]},"x-kubernetes-int-or-string":true}
                """);
    }

    /// The bodies that kubectl sent.
    @Test
    void readsWhatKubectlSends() throws MalformedProtobuf {
        List<String> read = new ArrayList<>();
        for (Recording recording : Recording.of("protobuf", "creates")) {
            String body = recording.request().path("bodyBase64").asText("");
            if (!body.isEmpty() && recording.code() == 201) {
                Envelope envelope = Envelope.read(Base64.getDecoder().decode(body));
                String group = envelope.apiVersion().replaceFirst("/?v1$", "");
                String type = (group.isEmpty() ? "core" : group) + "." + envelope.kind();
                ObjectNode object = reader.read(envelope.raw(), type);
                Conformer.conform(TypeTable.BUILT_IN, type, object);
                read.add(envelope.kind() + " " + object.path("metadata").path("name").asText());
            }
        }
        assertThat(read).contains("ConfigMap made", "Job made", "Deployment made");
    }

    @Test
    void refusesWhatIsNoMessage() {
        byte[] text = "not protobuf".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> Envelope.read(text))
                .isInstanceOf(MalformedProtobuf.class)
                .hasMessageContaining("expected prefix");
        byte[] cut =
                V1.Pod.newBuilder()
                        .setMetadata(Meta.ObjectMeta.newBuilder().setName("pod"))
                        .build()
                        .toByteArray();
        byte[] shorter = Arrays.copyOf(cut, cut.length - 2);
        assertThatThrownBy(() -> reader.read(shorter, "core.Pod"))
                .isInstanceOf(MalformedProtobuf.class)
                .hasMessage("unexpected EOF");
    }

    @Test
    void refusesMessagesWithoutEndInOneAnother() {
        V1Apiextensions.JSONSchemaProps schema =
                V1Apiextensions.JSONSchemaProps.getDefaultInstance();
        for (int i = 0; i < Nesting.LEVELS_MAX; i++) {
            schema = V1Apiextensions.JSONSchemaProps.newBuilder().setNot(schema).build();
        }
        byte[] deep = schema.toByteArray();
        assertThatCode(() -> reader.read(deep, "apiextensions.JSONSchemaProps"))
                .doesNotThrowAnyException();
        byte[] deeper =
                V1Apiextensions.JSONSchemaProps.newBuilder().setNot(schema).build().toByteArray();
        assertThatThrownBy(() -> reader.read(deeper, "apiextensions.JSONSchemaProps"))
                .isInstanceOf(MalformedProtobuf.class)
                .hasMessage("more than 200 messages in one another");
    }

    private void assertReads(byte[] message, String type, String json) throws MalformedProtobuf {
        ObjectNode object = reader.read(message, type);
        assertThat(Conformer.conform(TypeTable.BUILT_IN, type, object)).isEmpty();
        assertThat(object).isEqualTo(Recording.parse(json));
    }
}
