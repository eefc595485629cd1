package dev.sluice.apiserver.protobuf;

/// Bytes that are no protobuf message of the kind they should be.
public final class MalformedProtobuf extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedProtobuf(String message) {
        super(message);
    }

    /// What is wrong; never null.
    public String text() {
        return String.valueOf(getMessage());
    }
}
