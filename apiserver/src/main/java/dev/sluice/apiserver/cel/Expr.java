package dev.sluice.apiserver.cel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A parsed expression. `at` is the offset that errors point to: the operator of an operation, the dot of a selection.
sealed interface Expr {
    int at();

    record Literal(Object value, int at) implements Expr {}

    record Name(String name, int at) implements Expr {}

    /// `operand.field`, or `operand.?field`.
    record Select(Expr operand, String field, boolean optional, int at) implements Expr {}

    /// `has(operand.field)`.
    record Has(Expr operand, String field, int at) implements Expr {}

    /// A function or operator; operators are called by their CEL names, `_+_`.
    record Call(String function, @Nullable Expr target, List<Expr> arguments, int at)
            implements Expr {}

    record ListOf(List<Expr> elements, List<Boolean> optional, int at) implements Expr {}

    record MapOf(List<Expr> keys, List<Expr> values, List<Boolean> optional, int at)
            implements Expr {}

    /// An object literal, `Object.spec{replicas: 3}`.
    ///
    /// @param type as it is written
    record Struct(String type, MapOf fields, int at) implements Expr {}

    /// A macro over the elements of a list or the keys of a map.
    ///
    /// @param second the value beside the index or key, for macros with two variables
    /// @param filter the condition of a `map` with three arguments and its like
    record Loop(
            Macro macro,
            Expr range,
            String variable,
            @Nullable String second,
            @Nullable Expr filter,
            Expr body,
            int at)
            implements Expr {}

    /// What a loop does.
    enum Macro {
        ALL,
        EXISTS,
        EXISTS_ONE,
        FILTER,
        MAP,
        TRANSFORM_LIST,
        TRANSFORM_MAP,
        TRANSFORM_MAP_ENTRY
    }

    /// `cel.bind(variable, value, body)`.
    record Bind(String variable, Expr value, Expr body, int at) implements Expr {}

    /// `optional.optMap(variable, body)`; flat when the body gives an optional itself.
    record OptionalMap(Expr operand, String variable, Expr body, boolean flat, int at)
            implements Expr {}
}
