package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Kind;

/// Protobuf bodies of built-in kinds.
final class KindProtobuf implements Body.Protobuf {
    @Override
    public ObjectNode decode(byte[] body, Kind kind) {
        throw Body.unsupported("application/vnd.kubernetes.protobuf");
    }

    @Override
    public ObjectNode deleteOptions(byte[] body) {
        throw Body.unsupported("application/vnd.kubernetes.protobuf");
    }
}
