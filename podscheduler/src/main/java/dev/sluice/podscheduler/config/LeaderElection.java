package dev.sluice.podscheduler.config;

import java.time.Duration;

/// How several processes agree on the one that schedules (S5.70).
///
/// @param lasts how long a lease that is not renewed still counts
/// @param renewWithin the leader gives up when it could not renew for that long
/// @param retryEach how long between two tries
/// @param namespace of the lease
/// @param name of the lease
public record LeaderElection(
        boolean enabled,
        Duration lasts,
        Duration renewWithin,
        Duration retryEach,
        String namespace,
        String name) {

    static LeaderElection read(Section section) throws ConfigurationFault {
        section.allow(
                "leaderElect",
                "leaseDuration",
                "renewDeadline",
                "retryPeriod",
                "resourceLock",
                "resourceName",
                "resourceNamespace");
        String lock = section.string("resourceLock", "leases");
        if (!lock.equals("leases")) {
            throw section.fault("resourceLock", "is " + lock + ", expected leases");
        }
        Duration lasts = section.duration("leaseDuration", Duration.ofSeconds(15));
        Duration renew = section.duration("renewDeadline", Duration.ofSeconds(10));
        Duration retry = section.duration("retryPeriod", Duration.ofSeconds(2));
        if (retry.isNegative() || retry.isZero()) {
            throw section.fault("retryPeriod", "is " + retry + ", expected more than 0");
        }
        if (lasts.compareTo(renew) <= 0) {
            throw section.fault(
                    "leaseDuration", "is " + lasts + ", expected more than renewDeadline " + renew);
        }
        if (renew.compareTo(retry) <= 0) {
            throw section.fault(
                    "renewDeadline", "is " + renew + ", expected more than retryPeriod " + retry);
        }
        return new LeaderElection(
                section.flag("leaderElect", true),
                lasts,
                renew,
                retry,
                section.string("resourceNamespace", "kube-system"),
                section.string("resourceName", "kube-scheduler"));
    }
}
