/// Several clusters (L5, KEP-8303): the manager holds jobs and quota of record, workers run copies. Connections to workers, the state
/// of the check, and for each Workload the way from its nomination over the race of the workers to the end of its job.
@NullMarked
package dev.sluice.controllers.multicluster;

import org.jspecify.annotations.NullMarked;
