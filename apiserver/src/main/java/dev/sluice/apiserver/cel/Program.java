package dev.sluice.apiserver.cel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An expression that has been parsed and checked, ready to be evaluated, by any thread.
final class Program {
    /// Steps that one evaluation may take (H2.96).
    static final long COST_MAX = 1_000_000;

    private final Node root;
    private final Type type;
    private final int slots;
    private final boolean usesSecondVariable;

    private Program(Node root, Type type, int slots, boolean usesSecondVariable) {
        this.root = root;
        this.type = type;
        this.slots = slots;
        this.usesSecondVariable = usesSecondVariable;
    }

    /// Compiles an expression.
    ///
    /// @param variables names and types, in the order in which values will be given
    /// @param wanted what the expression must give; [Type.Simple#DYN] when anything will do
    static Program compile(String source, LinkedHashMap<String, Type> variables, Type wanted)
            throws CelSyntaxError {
        Expr expr = Parser.parse(source);
        Type type = Checker.check(expr, source, variables);
        if (!Type.compatible(type, wanted)) {
            throw new CelSyntaxError(
                    source, 0, "must evaluate to " + wanted.text() + ", not " + type.text());
        }
        Compiler compiler = new Compiler(List.copyOf(variables.keySet()));
        Node root = compiler.compile(expr);
        return new Program(root, type, compiler.slots(), compiler.usesSlot(1));
    }

    /// Whether the expression looks at the second of its variables, which is `oldSelf` in rules.
    boolean usesSecondVariable() {
        return usesSecondVariable;
    }

    /// What the expression is known to give.
    Type type() {
        return type;
    }

    /// As [#eval(Object...)], but for a budget that is shared with other expressions.
    ///
    /// @param values null where there is none
    Object eval(Budget budget, @Nullable Object[] values) {
        Frame frame = new Frame(slots, Math.min(COST_MAX, budget.left()));
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value != null) {
                frame.set(i, value);
            }
        }
        try {
            return root.eval(frame);
        } finally {
            budget.spend(frame.spent());
        }
    }

    /// @param values of the first variables; those that are missing are errors when looked at
    /// @throws CelFailure when the expression has no value
    Object eval(Object... values) {
        Frame frame = new Frame(slots, COST_MAX);
        for (int i = 0; i < values.length; i++) {
            frame.set(i, values[i]);
        }
        return root.eval(frame);
    }

    /// Compiles with fixed variables; for tests and single expressions.
    static Program compile(String source, Map<String, Type> variables) throws CelSyntaxError {
        return compile(source, new LinkedHashMap<>(variables), Type.Simple.DYN);
    }
}
