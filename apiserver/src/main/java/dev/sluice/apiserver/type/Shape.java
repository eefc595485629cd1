package dev.sluice.apiserver.type;

/// What a field holds.
public sealed interface Shape {
    /// A value without fields of its own.
    enum Scalar implements Shape {
        STRING,
        INT32,
        INT64,
        BOOL,
        DOUBLE,
        /// base64 in JSON
        BYTES,
        /// RFC 3339, whole seconds
        TIME,
        /// RFC 3339, six decimals
        MICRO_TIME,
        QUANTITY,
        INT_OR_STRING,
        /// any JSON value
        JSON,
        /// an object of any kind
        RAW,
        /// the tree of a managedFields entry
        FIELDS_V1,
        /// a JSON schema or a list of them
        SCHEMA_OR_ARRAY,
        /// a JSON schema or a boolean
        SCHEMA_OR_BOOL,
        /// a JSON schema or a list of names
        SCHEMA_OR_STRING_ARRAY
    }

    /// @param typeName qualified name of the type, such as `core.PodSpec`
    record Ref(String typeName) implements Shape {}

    record ListOf(Shape item) implements Shape {}

    /// A map from strings.
    record MapOf(Shape value) implements Shape {}
}
