/// A line for every request that the policy asks for (H7.24). Read [dev.sluice.apiserver.audit.AuditLog] first.
@NullMarked
package dev.sluice.apiserver.audit;

import org.jspecify.annotations.NullMarked;
