package dev.sluice.apiserver.cel;

/// A function of the language, for evaluated arguments; the receiver of a member function comes first.
@FunctionalInterface
interface Function {
    /// @throws CelFailure when the arguments are not its own, or it has no value for them
    Object call(Object[] arguments);
}
