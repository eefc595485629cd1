/// Who has how much: the forest of ClusterQueues and Cohorts with quota, limits and usage (section 2). Read
/// [dev.sluice.engine.quota.QuotaForest] first.
@NullMarked
package dev.sluice.engine.quota;

import org.jspecify.annotations.NullMarked;
