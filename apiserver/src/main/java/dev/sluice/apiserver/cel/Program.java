package dev.sluice.apiserver.cel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An expression that has been parsed and checked, ready to be evaluated, by any thread.
final class Program {
    /// Steps that one evaluation may take (H2.96).
    static final long COST_MAX = 1_000_000;

    private final Node root;
    private final int slots;
    private final boolean usesSecondVariable;

    private Program(Node root, int slots, boolean usesSecondVariable) {
        this.root = root;
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
        return new Program(root, compiler.slots(), compiler.usesSlot(1));
    }

    /// Whether the expression looks at the second of its variables, which is `oldSelf` in rules.
    boolean usesSecondVariable() {
        return usesSecondVariable;
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
