package dev.sluice.engine.reason;

/// What a node of the quota tree has of a flavor's resource (section 2). Amounts are in the engine's units;
/// [dev.sluice.model.Amounts#UNLIMITED] is no limit.
///
/// @param node name of the ClusterQueue or Cohort
/// @param nominal its own quota
/// @param subtree its own quota and what its children lend (R2.5)
/// @param guaranteed what it never lends (R2.6)
/// @param used what it uses, as its parent sees it for Cohorts (R2.7)
/// @param available what could be taken now through it; negative if more is in use than there is (R2.12)
/// @param potential what could be taken if nothing were in use (R2.14)
public record Room(
        String node,
        String flavor,
        String resource,
        long nominal,
        long subtree,
        long guaranteed,
        long used,
        long available,
        long potential) {}
