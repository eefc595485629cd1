package dev.sluice.apiserver.cel;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads an expression: precedence from `?:` down to calls and selections, macros made on the way.
final class Parser {
    private static final int DEPTH_MAX = 200;

    private static final Map<String, String> RELATIONS =
            Map.of(
                    "==", "_==_", "!=", "_!=_", "<", "_<_", "<=", "_<=_", ">", "_>_", ">=", "_>=_",
                    "in", "@in");

    private static final String EXPECTED =
            "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT,"
                    + " STRING, BYTES, IDENTIFIER}";

    private final String source;
    private final List<Token> tokens;
    private int next;
    private int depth;

    private Parser(String source, List<Token> tokens) {
        this.source = source;
        this.tokens = tokens;
    }

    static Expr parse(String source) throws CelSyntaxError {
        Parser parser = new Parser(source, Lexer.split(source));
        Expr expr = parser.conditional();
        Token rest = parser.peek();
        if (rest.kind() != Token.Kind.END) {
            throw parser.wrong(
                    rest.at(),
                    "Syntax error: extraneous input '" + rest.text() + "' expecting <EOF>");
        }
        return expr;
    }

    // --- operators
    // -------------------------------------------------------------------------------------------------

    private Expr conditional() throws CelSyntaxError {
        if (++depth > DEPTH_MAX) {
            throw wrong(peek().at(), "expression recursion limit exceeded: " + DEPTH_MAX);
        }
        Expr condition = or();
        if (peek().is("?")) {
            Token question = take();
            Expr yes = or();
            expect(":");
            Expr no = conditional();
            depth--;
            return new Expr.Call("_?_:_", null, List.of(condition, yes, no), question.at());
        }
        depth--;
        return condition;
    }

    private Expr or() throws CelSyntaxError {
        Expr left = and();
        while (peek().is("||")) {
            int at = take().at();
            left = new Expr.Call("_||_", null, List.of(left, and()), at);
        }
        return left;
    }

    private Expr and() throws CelSyntaxError {
        Expr left = relation();
        while (peek().is("&&")) {
            int at = take().at();
            left = new Expr.Call("_&&_", null, List.of(left, relation()), at);
        }
        return left;
    }

    private Expr relation() throws CelSyntaxError {
        Expr left = sum();
        while (peek().kind() == Token.Kind.SYMBOL && RELATIONS.containsKey(peek().text())) {
            Token operator = take();
            String function = RELATIONS.getOrDefault(operator.text(), "");
            left = new Expr.Call(function, null, List.of(left, sum()), operator.at());
        }
        return left;
    }

    private Expr sum() throws CelSyntaxError {
        Expr left = product();
        while (peek().is("+") || peek().is("-")) {
            Token operator = take();
            String function = "_" + operator.text() + "_";
            left = new Expr.Call(function, null, List.of(left, product()), operator.at());
        }
        return left;
    }

    private Expr product() throws CelSyntaxError {
        Expr left = unary();
        while (peek().is("*") || peek().is("/") || peek().is("%")) {
            Token operator = take();
            String function = "_" + operator.text() + "_";
            left = new Expr.Call(function, null, List.of(left, unary()), operator.at());
        }
        return left;
    }

    private Expr unary() throws CelSyntaxError {
        if (peek().is("!")) {
            int at = take().at();
            return new Expr.Call("!_", null, List.of(unary()), at);
        }
        if (peek().is("-")) {
            int at = take().at();
            Token number = peek();
            if (number.value() instanceof BigInteger big
                    && big.equals(BigInteger.ONE.shiftLeft(63))) {
                take();
                return member(new Expr.Literal(Long.MIN_VALUE, at));
            }
            Expr operand = unary();
            return switch (operand) {
                case Expr.Literal(Long value, _) -> new Expr.Literal(-value, at);
                case Expr.Literal(Double value, _) -> new Expr.Literal(-value, at);
                default -> new Expr.Call("-_", null, List.of(operand), at);
            };
        }
        return member(primary());
    }

    // --- operands
    // --------------------------------------------------------------------------------------------------

    private Expr member(Expr start) throws CelSyntaxError {
        Expr expr = start;
        while (true) {
            if (peek().is(".")) {
                int dot = take().at();
                boolean optional = takeIf("?");
                Token name = identifier();
                if (peek().is("(") && !optional) {
                    int open = take().at();
                    expr = memberCall(expr, name, arguments(), open);
                } else {
                    expr = new Expr.Select(expr, name.text(), optional, dot);
                }
            } else if (peek().is("[")) {
                int open = take().at();
                boolean optional = takeIf("?");
                Expr index = conditional();
                expect("]");
                String function = optional ? "_[?_]" : "_[_]";
                expr = new Expr.Call(function, null, List.of(expr, index), open);
            } else if (peek().is("{") && qualified(expr) instanceof String type) {
                expr = new Expr.Struct(type, fields(take().at()), expr.at());
            } else {
                return expr;
            }
        }
    }

    /// A name with dots, as types have; null for any other expression.
    private static @Nullable String qualified(Expr expr) {
        return switch (expr) {
            case Expr.Name name -> name.name();
            case Expr.Select(Expr operand, String field, boolean optional, int _) when !optional -> {
                String before = qualified(operand);
                yield before == null ? null : before + "." + field;
            }
            default -> null;
        };
    }

    /// The fields of an object literal, as a map from their names.
    private Expr.MapOf fields(int open) throws CelSyntaxError {
        List<Expr> keys = new ArrayList<>();
        List<Expr> values = new ArrayList<>();
        List<Boolean> optional = new ArrayList<>();
        while (!peek().is("}")) {
            optional.add(takeIf("?"));
            Token name = identifier();
            keys.add(new Expr.Literal(name.text(), name.at()));
            expect(":");
            values.add(conditional());
            if (!takeIf(",")) {
                break;
            }
        }
        expect("}");
        return new Expr.MapOf(keys, values, optional, open);
    }

    private Expr primary() throws CelSyntaxError {
        Token token = take();
        if (token.kind() == Token.Kind.LITERAL) {
            Object value = token.value();
            if (value == null || value instanceof BigInteger) {
                throw wrong(token.at(), "invalid int literal");
            }
            return new Expr.Literal(value, token.at());
        }
        if (token.is("(")) {
            Expr inner = conditional();
            expect(")");
            return inner;
        }
        if (token.is("[")) {
            return list(token.at());
        }
        if (token.is("{")) {
            return map(token.at());
        }
        if (token.is(".")) {
            return name(identifier());
        }
        if (token.kind() == Token.Kind.IDENTIFIER) {
            return name(token);
        }
        throw wrong(
                token.at(),
                "Syntax error: mismatched input '" + token.text() + "' expecting " + EXPECTED);
    }

    private Expr name(Token token) throws CelSyntaxError {
        if (peek().is("(")) {
            int open = take().at();
            return call(token, arguments(), open);
        }
        if (Words.RESERVED.contains(token.text())) {
            throw wrong(token.at(), "reserved identifier: " + token.text());
        }
        return new Expr.Name(token.text(), token.at());
    }

    private Expr list(int open) throws CelSyntaxError {
        List<Expr> elements = new ArrayList<>();
        List<Boolean> optional = new ArrayList<>();
        while (!peek().is("]")) {
            optional.add(takeIf("?"));
            elements.add(conditional());
            if (!takeIf(",")) {
                break;
            }
        }
        expect("]");
        return new Expr.ListOf(elements, optional, open);
    }

    private Expr map(int open) throws CelSyntaxError {
        List<Expr> keys = new ArrayList<>();
        List<Expr> values = new ArrayList<>();
        List<Boolean> optional = new ArrayList<>();
        while (!peek().is("}")) {
            optional.add(takeIf("?"));
            keys.add(conditional());
            expect(":");
            values.add(conditional());
            if (!takeIf(",")) {
                break;
            }
        }
        expect("}");
        return new Expr.MapOf(keys, values, optional, open);
    }

    private List<Expr> arguments() throws CelSyntaxError {
        List<Expr> arguments = new ArrayList<>();
        if (peek().kind() == Token.Kind.END) {
            throw wrong(
                    peek().at(),
                    "Syntax error: mismatched input '<EOF>' expecting "
                            + EXPECTED.replace("'(', ", "'(', ')', "));
        }
        while (!peek().is(")")) {
            arguments.add(conditional());
            if (!takeIf(",")) {
                break;
            }
        }
        expect(")");
        return arguments;
    }

    // --- calls and macros
    // ------------------------------------------------------------------------------------------

    private Expr call(Token name, List<Expr> arguments, int at) throws CelSyntaxError {
        if (name.text().equals("has") && arguments.size() == 1) {
            if (arguments.getFirst() instanceof Expr.Select select) {
                return new Expr.Has(select.operand(), select.field(), at);
            }
            throw wrong(at, "invalid argument to has() macro");
        }
        return new Expr.Call(name.text(), null, arguments, at);
    }

    private Expr memberCall(Expr target, Token name, List<Expr> arguments, int at)
            throws CelSyntaxError {
        if (target instanceof Expr.Name namespace) {
            if (namespace.name().equals("cel")
                    && name.text().equals("bind")
                    && arguments.size() == 3) {
                return new Expr.Bind(
                        variable(arguments.getFirst()), arguments.get(1), arguments.get(2), at);
            }
            if (Words.NAMESPACES.contains(namespace.name())) {
                String function = namespace.name() + "." + name.text();
                return new Expr.Call(function, null, arguments, at);
            }
        }
        Expr loop = loop(target, name.text(), arguments, at);
        return loop != null ? loop : new Expr.Call(name.text(), target, arguments, at);
    }

    private @Nullable Expr loop(Expr range, String name, List<Expr> arguments, int at)
            throws CelSyntaxError {
        int count = arguments.size();
        if ((name.equals("optMap") || name.equals("optFlatMap")) && count == 2) {
            return new Expr.OptionalMap(
                    range,
                    variable(arguments.getFirst()),
                    arguments.get(1),
                    name.equals("optFlatMap"),
                    at);
        }
        Expr.Macro macro =
                switch (name) {
                    case "all" -> Expr.Macro.ALL;
                    case "exists" -> Expr.Macro.EXISTS;
                    case "exists_one", "existsOne" -> Expr.Macro.EXISTS_ONE;
                    case "filter" -> Expr.Macro.FILTER;
                    case "map" -> Expr.Macro.MAP;
                    case "transformList" -> Expr.Macro.TRANSFORM_LIST;
                    case "transformMap" -> Expr.Macro.TRANSFORM_MAP;
                    case "transformMapEntry" -> Expr.Macro.TRANSFORM_MAP_ENTRY;
                    default -> null;
                };
        if (macro == null || count < 2) {
            return null;
        }
        String first = variable(arguments.getFirst());
        Expr body = arguments.get(count - 1);
        boolean isTransform = macro.compareTo(Expr.Macro.TRANSFORM_LIST) >= 0;
        boolean hasFilter = macro == Expr.Macro.MAP ? count == 3 : isTransform && count == 4;
        boolean twoVariables = isTransform || (macro != Expr.Macro.MAP && count == 3);
        int wanted = 2 + (hasFilter ? 1 : 0) + (twoVariables ? 1 : 0);
        if (count != wanted || (twoVariables && macro == Expr.Macro.FILTER)) {
            return null;
        }
        return new Expr.Loop(
                macro,
                range,
                first,
                twoVariables ? variable(arguments.get(1)) : null,
                hasFilter ? arguments.get(count - 2) : null,
                body,
                at);
    }

    private String variable(Expr argument) throws CelSyntaxError {
        if (argument instanceof Expr.Name name) {
            return name.name();
        }
        throw wrong(argument.at(), "argument must be a simple name");
    }

    // --- words
    // -----------------------------------------------------------------------------------------------------

    private Token peek() {
        return tokens.get(next);
    }

    private Token take() {
        Token token = tokens.get(next);
        if (token.kind() != Token.Kind.END) {
            next++;
        }
        return token;
    }

    private boolean takeIf(String symbol) {
        if (peek().is(symbol)) {
            next++;
            return true;
        }
        return false;
    }

    private void expect(String symbol) throws CelSyntaxError {
        if (!takeIf(symbol)) {
            Token found = peek();
            throw wrong(
                    found.at(),
                    "Syntax error: mismatched input '"
                            + found.text()
                            + "' expecting '"
                            + symbol
                            + "'");
        }
    }

    private Token identifier() throws CelSyntaxError {
        Token token = take();
        if (token.kind() != Token.Kind.IDENTIFIER) {
            throw wrong(
                    token.at(),
                    "Syntax error: no viable alternative at input '" + token.text() + "'");
        }
        return token;
    }

    private CelSyntaxError wrong(int at, String why) {
        return new CelSyntaxError(source, at, why);
    }
}
