/// How much a namespace may hold in all (H2.67): what objects use, which quotas count them, and the refusal of what would be
/// too much. Read [dev.sluice.apiserver.admission.quota.Quotas] first.
@NullMarked
package dev.sluice.apiserver.admission.quota;

import org.jspecify.annotations.NullMarked;
