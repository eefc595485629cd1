package dev.sluice.apiserver.type;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Admissionregistration;
import io.kubernetes.client.proto.V1Apiextensions;
import io.kubernetes.client.proto.V1Apps;
import io.kubernetes.client.proto.V1Authentication;
import io.kubernetes.client.proto.V1Authorization;
import io.kubernetes.client.proto.V1Autoscaling;
import io.kubernetes.client.proto.V1Batch;
import io.kubernetes.client.proto.V1Certificates;
import io.kubernetes.client.proto.V1Coordination;
import io.kubernetes.client.proto.V1Discovery;
import io.kubernetes.client.proto.V1Events;
import io.kubernetes.client.proto.V1Flowcontrol;
import io.kubernetes.client.proto.V1Networking;
import io.kubernetes.client.proto.V1Node;
import io.kubernetes.client.proto.V1Policy;
import io.kubernetes.client.proto.V1Rbac;
import io.kubernetes.client.proto.V1Scheduling;
import io.kubernetes.client.proto.V1Storage;
import io.kubernetes.client.proto.V2Autoscaling;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// H1.41: the table says of every message what the generated descriptors say: the same numbers, names and types, no
/// field too many, none too few.
class WireTableTest {
    private static final Map<String, FileDescriptor> FILES =
            Map.ofEntries(
                    Map.entry("meta", Meta.getDescriptor()),
                    Map.entry("core", V1.getDescriptor()),
                    Map.entry("admissionregistration", V1Admissionregistration.getDescriptor()),
                    Map.entry("apiextensions", V1Apiextensions.getDescriptor()),
                    Map.entry("apps", V1Apps.getDescriptor()),
                    Map.entry("certificates", V1Certificates.getDescriptor()),
                    Map.entry("flowcontrol", V1Flowcontrol.getDescriptor()),
                    Map.entry("networking", V1Networking.getDescriptor()),
                    Map.entry("storage", V1Storage.getDescriptor()),
                    Map.entry("authentication", V1Authentication.getDescriptor()),
                    Map.entry("authorization", V1Authorization.getDescriptor()),
                    Map.entry("autoscaling", V1Autoscaling.getDescriptor()),
                    Map.entry("batch", V1Batch.getDescriptor()),
                    Map.entry("coordination", V1Coordination.getDescriptor()),
                    Map.entry("discovery", V1Discovery.getDescriptor()),
                    Map.entry("events", V1Events.getDescriptor()),
                    Map.entry("node", V1Node.getDescriptor()),
                    Map.entry("policy", V1Policy.getDescriptor()),
                    Map.entry("rbac", V1Rbac.getDescriptor()),
                    Map.entry("scheduling", V1Scheduling.getDescriptor()));

    @TestFactory
    Stream<DynamicTest> everyGroupAgreesWithItsDescriptors() {
        return FILES.keySet().stream()
                .sorted()
                .map(group -> DynamicTest.dynamicTest(group, () -> compare(group)));
    }

    /// The scale subresource is spoken in the first version of its group, all else there in the second.
    private static FileDescriptor file(ApiType type) {
        boolean second = type.group().equals("autoscaling") && !type.name().startsWith("Scale");
        return second
                ? V2Autoscaling.getDescriptor()
                : Objects.requireNonNull(FILES.get(type.group()));
    }

    private static void compare(String group) {
        Map<String, ApiType> types = TypeTable.BUILT_IN.group(group);
        assertThat(types).isNotEmpty();
        for (ApiType type : types.values()) {
            Descriptor message = file(type).findMessageTypeByName(type.name());
            assertThat(message).as(type.qualifiedName()).isNotNull();
            for (Field field : type.fields()) {
                if (field.number() == 0) {
                    continue;
                }
                FieldDescriptor wire = message.findFieldByNumber(field.number());
                assertThat(wire).as(type.qualifiedName() + "." + field.name()).isNotNull();
                assertThat(plain(wire.getName())).isEqualTo(plain(field.name()));
                assertThat(shape(field.shape(), type.group()))
                        .as(type.qualifiedName() + "." + field.name())
                        .isEqualTo(shape(wire));
            }
            assertThat(type.fields()).as(type.qualifiedName()).hasSameSizeAs(message.getFields());
        }
    }

    /// `$ref` is `ref` on the wire, `x-kubernetes-list-type` is `xKubernetesListType`.
    private static String plain(String name) {
        return name.replace("$", "").replace("-", "").toLowerCase(Locale.ROOT);
    }

    private static String shape(FieldDescriptor field) {
        if (field.isMapField()) {
            return "map of " + value(field.getMessageType().findFieldByName("value"));
        }
        return (field.isRepeated() ? "list of " : "") + value(field);
    }

    private static String value(FieldDescriptor field) {
        return field.getType() == FieldDescriptor.Type.MESSAGE
                ? field.getMessageType().getName()
                : field.getType().name();
    }

    private static String shape(Shape shape, String group) {
        return switch (shape) {
            case Shape.ListOf list -> "list of " + shape(list.item(), group);
            case Shape.MapOf map ->
                    map.value() instanceof Shape.ListOf
                            ? "map of ExtraValue"
                            : "map of " + shape(map.value(), group);
            case Shape.Ref ref -> ref.typeName().substring(ref.typeName().indexOf('.') + 1);
            case Shape.Scalar scalar ->
                    switch (scalar) {
                        case STRING, INT32, INT64, BOOL, DOUBLE, BYTES, JSON -> scalar.name();
                        case TIME -> "Time";
                        case MICRO_TIME -> "MicroTime";
                        case QUANTITY -> "Quantity";
                        case INT_OR_STRING -> "IntOrString";
                        case RAW -> "RawExtension";
                        case FIELDS_V1 -> "FieldsV1";
                        case SCHEMA_OR_ARRAY -> "JSONSchemaPropsOrArray";
                        case SCHEMA_OR_BOOL -> "JSONSchemaPropsOrBool";
                        case SCHEMA_OR_STRING_ARRAY -> "JSONSchemaPropsOrStringArray";
                    };
        };
    }
}
