package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.kind.BuiltInKinds;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.protobuf.Envelope;
import dev.sluice.apiserver.protobuf.MalformedProtobuf;
import dev.sluice.apiserver.protobuf.ProtobufReader;
import dev.sluice.apiserver.type.TypeTable;
import java.util.HexFormat;

/// Protobuf bodies of built-in kinds (H1.40).
final class KindProtobuf implements Body.Protobuf {
    private final ProtobufReader reader = new ProtobufReader(TypeTable.BUILT_IN);

    @Override
    public ObjectNode decode(byte[] body, Kind kind) {
        return decode(
                body,
                kind.apiVersion(),
                kind.kind(),
                BuiltInKinds.typeName(kind.group(), kind.kind()));
    }

    @Override
    public ObjectNode deleteOptions(byte[] body) {
        return decode(body, "", "DeleteOptions", "meta.DeleteOptions");
    }

    /// An envelope that says it holds something else is not opened: who compares the kinds refuses it.
    private ObjectNode decode(byte[] body, String apiVersion, String kind, String typeName) {
        try {
            Envelope envelope = Envelope.read(body);
            boolean other =
                    !envelope.kind().isEmpty()
                            && (!envelope.kind().equals(kind)
                                    || !(apiVersion.isEmpty()
                                            || envelope.apiVersion().equals(apiVersion)));
            ObjectNode object =
                    other
                            ? JsonNodeFactory.instance.objectNode()
                            : reader.read(envelope.raw(), typeName);
            object.put("apiVersion", envelope.apiVersion()).put("kind", envelope.kind());
            return object;
        } catch (MalformedProtobuf e) {
            throw ApiError.badRequest(
                    "the object provided is unrecognized (must be of type "
                            + kind
                            + "): "
                            + e.text()
                            + " ("
                            + HexFormat.of().formatHex(body, 0, Math.min(body.length, 16))
                            + ")");
        }
    }
}
