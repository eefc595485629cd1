/// The Common Expression Language as Kubernetes speaks it: parsed, checked against types, evaluated over JSON (H4.20–H4.23).
///
/// Why not a library: the one for Java needs two seconds of processor time and four megabytes of classes before its first
/// rule runs, as much as everything else at start together, and words its errors differently from the ones that users of
/// Kubernetes know. Tests ask it for a second opinion instead.
///
/// Read [dev.sluice.apiserver.cel.Program] first, then [dev.sluice.apiserver.cel.Rules].
@NullMarked
package dev.sluice.apiserver.cel;

import org.jspecify.annotations.NullMarked;
