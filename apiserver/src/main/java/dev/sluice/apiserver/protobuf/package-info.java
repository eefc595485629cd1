/// Protobuf bodies of built-in kinds, decoded by the type table instead of generated code (H1.41). Read
/// [dev.sluice.apiserver.protobuf.ProtobufReader] first.
@NullMarked
package dev.sluice.apiserver.protobuf;

import org.jspecify.annotations.NullMarked;
