package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.TypeTable;

/// Rules of Leases (H2.62).
public final class LeaseRules extends TypedRules {
    public LeaseRules(TypeTable table, Traits traits) {
        super(table, "coordination.Lease", traits);
    }

    @Override
    void check(ObjectNode lease, Complaints out) {
        Path spec = Path.of("spec");
        Numbers.positive(lease.path("spec"), "leaseDurationSeconds", spec, out);
        Numbers.notNegative(lease.path("spec"), "leaseTransitions", spec, out);
    }
}
