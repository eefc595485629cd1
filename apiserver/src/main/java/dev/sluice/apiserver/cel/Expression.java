package dev.sluice.apiserver.cel;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.schema.Schema;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An expression of a policy or of a match condition: parsed and checked, to be evaluated by any thread.
public final class Expression {
    private final Program program;
    private final List<String> names;

    private Expression(Program program, List<String> names) {
        this.program = program;
        this.names = names;
    }

    /// What an expression must give.
    public enum Wanted {
        ANYTHING,
        BOOL,
        TEXT,
        /// A text, or null when there is nothing to say.
        TEXT_OR_NULL
    }

    /// @throws CelSyntaxError when the text is no expression, or gives something else
    public static Expression compile(String source, Scope scope, Wanted wanted)
            throws CelSyntaxError {
        Type type =
                switch (wanted) {
                    case ANYTHING, TEXT_OR_NULL -> Type.Simple.DYN;
                    case BOOL -> Type.Simple.BOOL;
                    case TEXT -> Type.Simple.STRING;
                };
        Program program = Program.compile(source, scope.types(), type);
        if (wanted == Wanted.TEXT_OR_NULL
                && program.type() != Type.Simple.NULL
                && !Type.compatible(program.type(), Type.Simple.STRING)) {
            throw new CelSyntaxError(
                    source, 0, "must evaluate to string or null, not " + program.type().text());
        }
        return new Expression(program, List.copyOf(scope.types().keySet()));
    }

    Type type() {
        return program.type();
    }

    /// Evaluates.
    ///
    /// @return the value, as the language knows it; texts are strings, truth is a `Boolean`
    /// @throws CelFailure when there is no value, or when it would cost too much
    public Object eval(Values values, Budget budget) {
        @Nullable Object[] slots = new @Nullable Object[names.size()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = values.named.get(names.get(i));
        }
        return program.eval(budget, slots);
    }

    /// Evaluates, and gives the value as JSON.
    ///
    /// @throws CelFailure as [#eval] does, and when JSON has no such value
    public JsonNode json(Values values, Budget budget) {
        return ValuesAsJson.of(eval(values, budget));
    }

    /// What stands for the names of a [Scope]; a name without a value is an error when looked at. One thread uses it.
    public static final class Values {
        private final Map<String, Object> named = new HashMap<>();

        /// @param node null is `null` in expressions, too
        public Values put(String name, @Nullable JsonNode node) {
            named.put(name, node == null ? Null.NULL : JsonValues.of(node, null));
            return this;
        }

        /// @param schema which the scope has given to the name
        public Values put(String name, JsonNode node, Schema schema) {
            named.put(name, JsonValues.of(node, schema));
            return this;
        }

        /// Stands for `authorizer`.
        public Values put(Authority authority, ResourceCheck resource) {
            named.put("authorizer", new Access.Authorizer(authority, resource));
            return this;
        }

        /// A name whose fields are computed when they are looked at, each at most once.
        public Values putLazily(String name, Map<String, Supplier<Object>> fields) {
            named.put(name, new LazyFields(new LinkedHashMap<>(fields), new HashMap<>()));
            return this;
        }
    }

    private record LazyFields(Map<String, Supplier<Object>> suppliers, Map<String, Object> known)
            implements MapValue {
        @Override
        public int size() {
            return suppliers.size();
        }

        @Override
        public @Nullable Object get(Object key) {
            Object value = known.get(key);
            Supplier<Object> supplier = value == null ? suppliers.get(key) : null;
            if (supplier == null) {
                return value;
            }
            value = supplier.get();
            known.put((String) key, value);
            return value;
        }

        @Override
        public List<Object> keys() {
            return List.copyOf(suppliers.keySet());
        }
    }
}
