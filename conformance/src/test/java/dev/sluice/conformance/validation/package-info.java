/// Recorded requests, and how their answers are compared.
@NullMarked
package dev.sluice.conformance.validation;

import org.jspecify.annotations.NullMarked;
