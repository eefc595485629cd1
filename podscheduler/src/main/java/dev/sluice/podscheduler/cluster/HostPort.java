package dev.sluice.podscheduler.cluster;

/// A port of the node that a container wants for itself.
///
/// @param ip the address of the node on which it listens; empty counts as all
/// @param protocol `TCP`, `UDP` or `SCTP`; empty counts as TCP
/// @param port above 0
public record HostPort(String ip, String protocol, int port) {
    private static final String ALL = "0.0.0.0";

    public HostPort {
        ip = ip.isEmpty() ? ALL : ip;
        protocol = protocol.isEmpty() ? "TCP" : protocol;
    }

    /// Whether both cannot be had on one node (S4.50).
    public boolean clashesWith(HostPort other) {
        return port == other.port
                && protocol.equals(other.protocol)
                && (ip.equals(other.ip) || ip.equals(ALL) || other.ip.equals(ALL));
    }
}
