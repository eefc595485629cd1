/// The shapes of the API's built-in types, as a table read from text: one file per group. Decoding, defaulting,
/// protobuf, OpenAPI and the merge rules all read this one table. Read [dev.sluice.apiserver.type.ApiType] first.
@NullMarked
package dev.sluice.apiserver.type;

import org.jspecify.annotations.NullMarked;
