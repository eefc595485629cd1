package dev.sluice.apiserver.cel;

/// A compiled expression.
@FunctionalInterface
interface Node {
    /// @throws CelFailure when it has no value
    Object eval(Frame frame);
}
