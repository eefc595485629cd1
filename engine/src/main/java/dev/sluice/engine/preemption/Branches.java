package dev.sluice.engine.preemption;

import static java.util.Objects.requireNonNull;

import dev.sluice.engine.quota.QuotaNode;

/// The children of the lowest common cohort of two queues on the way to each of them (R7.14).
record Branches(QuotaNode towardsPreemptor, QuotaNode towardsTarget) {

    static Branches of(QuotaNode preemptor, QuotaNode target) {
        QuotaNode a = preemptor;
        QuotaNode b = target;
        while (a.depth() > b.depth()) {
            a = requireNonNull(a.parent());
        }
        while (b.depth() > a.depth()) {
            b = requireNonNull(b.parent());
        }
        while (a.parent() != b.parent()) {
            a = requireNonNull(a.parent());
            b = requireNonNull(b.parent());
        }
        return new Branches(a, b);
    }
}
