package dev.sluice.apiserver.security;

import dev.sluice.apiserver.audit.AuditLog;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a server opens, to whom, and whether it keeps a record of it (H7.20).
///
/// @param host the address to listen on; loopback unless the user asks for more
/// @param names further DNS names and addresses by which clients reach the server; they stand in its certificate
/// @param tokens users that are known by a bearer token, besides the administrator and service accounts
/// @param audit null when no record is kept
/// @param limits how much is taken at a time
public record Exposure(
        String host,
        List<String> names,
        StaticTokens tokens,
        AuditLog.@Nullable Settings audit,
        Limits limits) {
    /// The address that only this machine reaches.
    public static final String LOOPBACK = "127.0.0.1";

    /// Loopback, the administrator and service accounts, no record.
    public static final Exposure LEAST =
            new Exposure(LOOPBACK, List.of(), StaticTokens.NONE, null, Limits.STANDARD);

    public Exposure {
        names = List.copyOf(names);
        if (host.isBlank()) {
            throw new IllegalArgumentException(
                    "host is empty, expected an address such as " + LOOPBACK);
        }
    }

    /// The address by which a client of this machine reaches the server.
    public String reachableHost() {
        return switch (host) {
            case "0.0.0.0", "::" -> LOOPBACK;
            default -> host.contains(":") ? "[" + host + "]" : host;
        };
    }

    /// All that must stand in the certificate besides the usual names.
    List<String> certified() {
        boolean any = host.equals("0.0.0.0") || host.equals("::");
        return any || names.contains(host)
                ? names
                : Stream.concat(names.stream(), Stream.of(host)).toList();
    }

    public Exposure withHost(String newHost) {
        return new Exposure(newHost, names, tokens, audit, limits);
    }

    public Exposure withTokens(StaticTokens newTokens) {
        return new Exposure(host, names, newTokens, audit, limits);
    }

    public Exposure withAudit(AuditLog.Settings settings) {
        return new Exposure(host, names, tokens, settings, limits);
    }

    public Exposure withLimits(Limits newLimits) {
        return new Exposure(host, names, tokens, audit, newLimits);
    }

    public Exposure withNames(List<String> newNames) {
        return new Exposure(host, newNames, tokens, audit, limits);
    }
}
