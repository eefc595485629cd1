/// Stories about the parts of the embedded whole and the order in which they act.
@org.jspecify.annotations.NullMarked
package dev.sluice.conformance.embedded;
