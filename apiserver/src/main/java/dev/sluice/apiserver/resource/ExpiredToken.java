package dev.sluice.apiserver.resource;

/// The snapshot of a continue token is gone: 410, with a token that goes on from the same key at the current revision
/// (H5.11).
final class ExpiredToken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String token;

    ExpiredToken(String token) {
        super("The provided continue parameter is too old", null, false, false);
        this.token = token;
    }

    String token() {
        return token;
    }
}
