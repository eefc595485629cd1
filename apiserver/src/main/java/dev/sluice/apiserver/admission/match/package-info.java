/// Which requests a webhook or policy is asked about (H2.82): rules, selectors, equivalent versions, conditions. Read
/// [dev.sluice.apiserver.admission.match.MatchResources] first.
@NullMarked
package dev.sluice.apiserver.admission.match;

import org.jspecify.annotations.NullMarked;
