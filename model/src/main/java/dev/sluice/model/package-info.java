/// The words that both deciders share: quantities, pod requests, selectors, taints. Read [dev.sluice.model.Quantity]
/// and [dev.sluice.model.PodRequests] first.
@NullMarked
package dev.sluice.model;

import org.jspecify.annotations.NullMarked;
