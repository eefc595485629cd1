package dev.sluice.apiserver.security;

/// How much a server takes at a time before it turns clients away (H7.21).
///
/// @param readsMax reads being answered
/// @param writesMax writes being answered
/// @param watchesPerUserMax open watches of one user
/// @param connectionsMax open connections
public record Limits(int readsMax, int writesMax, int watchesPerUserMax, int connectionsMax) {
    /// Those of an ordinary server.
    public static final Limits STANDARD = new Limits(400, 200, 2_000, 4_096);
}
