/// Admission by policies that are written as expressions (H2.90, H2.95): they validate or change requests when a binding
/// says so. Read [dev.sluice.apiserver.admission.policy.ValidatingPolicies] first.
@NullMarked
package dev.sluice.apiserver.admission.policy;

import org.jspecify.annotations.NullMarked;
