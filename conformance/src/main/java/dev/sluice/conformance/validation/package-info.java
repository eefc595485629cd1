/// Recorded requests and their answers: schema, checks and defaults of every kind. Read
/// [dev.sluice.conformance.validation.Validation] first.
@NullMarked
package dev.sluice.conformance.validation;

import org.jspecify.annotations.NullMarked;
