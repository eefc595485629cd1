package dev.sluice.apiserver.cel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds out what an expression gives, and refuses one whose names or operands cannot be right (H4.21).
final class Checker {
    private static final Set<Type> NUMERIC =
            Set.of(Type.Simple.INT, Type.Simple.UINT, Type.Simple.DOUBLE);
    private static final Set<Type> ORDERED =
            Set.of(
                    Type.Simple.INT,
                    Type.Simple.UINT,
                    Type.Simple.DOUBLE,
                    Type.Simple.STRING,
                    Type.Simple.BYTES,
                    Type.Simple.BOOL,
                    Type.Simple.TIMESTAMP,
                    Type.Simple.DURATION);
    private static final Set<String> TYPE_NAMES =
            Set.of(
                    "bool",
                    "int",
                    "uint",
                    "double",
                    "string",
                    "bytes",
                    "list",
                    "map",
                    "null_type",
                    "type");

    private final String source;
    private final Map<String, Type> variables;

    private Checker(String source, Map<String, Type> variables) {
        this.source = source;
        this.variables = variables;
    }

    /// @return the type of the expression's value
    static Type check(Expr expr, String source, Map<String, Type> variables) throws CelSyntaxError {
        return new Checker(source, variables).type(expr);
    }

    private Type type(Expr expr) throws CelSyntaxError {
        return switch (expr) {
            case Expr.Literal literal -> typeOf(literal.value());
            case Expr.Name name -> variable(name);
            case Expr.Select select -> {
                Type field = field(type(select.operand()), select.field(), select.at());
                yield select.optional() ? new Type.OptionalType(field) : field;
            }
            case Expr.Has has -> {
                field(type(has.operand()), has.field(), has.at());
                yield Type.Simple.BOOL;
            }
            case Expr.Call call -> call(call);
            case Expr.ListOf list -> new Type.ListType(joined(list.elements()));
            case Expr.MapOf map -> new Type.MapType(joined(map.keys()), joined(map.values()));
            case Expr.Struct struct -> struct(struct);
            case Expr.Loop loop -> loop(loop);
            case Expr.Bind bind -> with(bind.variable(), type(bind.value())).type(bind.body());
            case Expr.OptionalMap map -> optionalMap(map);
        };
    }

    private static Type typeOf(Object literal) {
        return switch (literal) {
            case Boolean _ -> Type.Simple.BOOL;
            case Long _ -> Type.Simple.INT;
            case UInt _ -> Type.Simple.UINT;
            case Double _ -> Type.Simple.DOUBLE;
            case String _ -> Type.Simple.STRING;
            case Bytes _ -> Type.Simple.BYTES;
            default -> Type.Simple.NULL;
        };
    }

    private Type variable(Expr.Name name) throws CelSyntaxError {
        Type type = variables.get(name.name());
        if (type != null) {
            return type;
        }
        if (TYPE_NAMES.contains(name.name())) {
            return Type.Simple.TYPE;
        }
        throw wrong(name.at(), "undeclared reference to '" + name.name() + "' (in container '')");
    }

    /// What the fields of an object may be is known when the object is put to use.
    private Type struct(Expr.Struct struct) throws CelSyntaxError {
        int dot = struct.type().indexOf('.');
        String root = dot < 0 ? struct.type() : struct.type().substring(0, dot);
        boolean whole = root.equals(Scope.OBJECT) || struct.type().equals(Scope.JSON_PATCH);
        if (!whole || !variables.containsKey(root)) {
            throw wrong(
                    struct.at(),
                    "undeclared reference to '" + struct.type() + "' (in container '')");
        }
        List<Expr> names = struct.fields().keys();
        for (int i = 0; i < names.size(); i++) {
            Type value = type(struct.fields().values().get(i));
            if (names.get(i) instanceof Expr.Literal(String name, int at)
                    && struct.type().equals(Scope.JSON_PATCH)) {
                checkPatchField(name, value, at);
            }
        }
        return new Type.MapType(Type.Simple.STRING, Type.Simple.DYN);
    }

    private void checkPatchField(String name, Type value, int at) throws CelSyntaxError {
        boolean text =
                switch (name) {
                    case "op", "path", "from" -> true;
                    case "value" -> false;
                    default -> throw wrong(at, "undefined field '" + name + "'");
                };
        if (text && !Type.compatible(value, Type.Simple.STRING)) {
            throw wrong(
                    at,
                    "expected type of field '"
                            + name
                            + "' is 'string' but provided type is '"
                            + value.text()
                            + "'");
        }
    }

    private Type field(Type operand, String field, int at) throws CelSyntaxError {
        return switch (operand) {
            case Type.MapType(Type _, Type value) -> value;
            case Type.ObjectType object -> {
                Type type = object.fields().get(field);
                if (type == null) {
                    throw wrong(at, "undefined field '" + field + "'");
                }
                yield type;
            }
            case Type.OptionalType(Type value) -> new Type.OptionalType(field(value, field, at));
            case Type.Simple.DYN -> Type.Simple.DYN;
            case Type.Opaque opaque when isRequestResource(opaque, field) -> Access.RESOURCE_CHECK;
            default ->
                    throw wrong(
                            at, "type '" + operand.text() + "' does not support field selection");
        };
    }

    private static boolean isRequestResource(Type.Opaque operand, String field) {
        return operand.equals(Access.AUTHORIZER) && field.equals("requestResource");
    }

    private Type joined(List<Expr> elements) throws CelSyntaxError {
        Type all = null;
        for (Expr element : elements) {
            Type type = type(element);
            all = all == null ? type : Type.join(all, type);
        }
        return all == null ? Type.Simple.DYN : all;
    }

    // --- calls
    // -----------------------------------------------------------------------------------------------------

    private Type call(Expr.Call call) throws CelSyntaxError {
        List<Type> types = new ArrayList<>();
        Expr target = call.target();
        if (target != null) {
            types.add(type(target));
        }
        for (Expr argument : call.arguments()) {
            types.add(type(argument));
        }
        return switch (call.function()) {
            case "_?_:_" -> conditional(call, types);
            case "_==_", "_!=_" -> {
                if (!Type.compatible(types.get(0), types.get(1))) {
                    throw noOverload(call, types);
                }
                yield Type.Simple.BOOL;
            }
            case "_<_", "_<=_", "_>_", "_>=_" -> {
                if (!areOrdered(types.get(0), types.get(1))) {
                    throw noOverload(call, types);
                }
                yield Type.Simple.BOOL;
            }
            case "@in" -> in(call, types);
            case "_[_]" -> index(call, types);
            case "_[?_]" -> new Type.OptionalType(index(call, types));
            default -> function(call, types);
        };
    }

    private Type conditional(Expr.Call call, List<Type> types) throws CelSyntaxError {
        if (!Type.compatible(types.get(0), Type.Simple.BOOL)
                || !Type.compatible(types.get(1), types.get(2))) {
            throw noOverload(call, types);
        }
        return Type.join(types.get(1), types.get(2));
    }

    private static boolean areOrdered(Type a, Type b) {
        if (a == Type.Simple.DYN || b == Type.Simple.DYN) {
            return true;
        }
        return (ORDERED.contains(a) && a.equals(b)) || (NUMERIC.contains(a) && NUMERIC.contains(b));
    }

    private Type in(Expr.Call call, List<Type> types) throws CelSyntaxError {
        boolean fits =
                switch (types.get(1)) {
                    case Type.ListType(Type element) -> Type.compatible(types.get(0), element);
                    case Type.MapType(Type key, Type _) -> Type.compatible(types.get(0), key);
                    default -> types.get(1) == Type.Simple.DYN;
                };
        if (!fits) {
            throw noOverload(call, types);
        }
        return Type.Simple.BOOL;
    }

    private Type index(Expr.Call call, List<Type> types) throws CelSyntaxError {
        Type key = types.get(1);
        switch (types.get(0)) {
            case Type.ListType(Type element) -> {
                if (key == Type.Simple.DYN || NUMERIC.contains(key)) {
                    return element;
                }
            }
            case Type.MapType(Type wanted, Type value) -> {
                if (Type.compatible(wanted, key)) {
                    return value;
                }
            }
            case Type.OptionalType(Type _) -> {
                return Type.Simple.DYN;
            }
            case Type.Simple.DYN -> {
                return Type.Simple.DYN;
            }
            default -> {}
        }
        throw noOverload(call, types);
    }

    private Type function(Expr.Call call, List<Type> types) throws CelSyntaxError {
        List<Signatures.Signature> named = Signatures.named(call.function());
        if (named.isEmpty()) {
            throw wrong(
                    call.at(),
                    "undeclared reference to '" + call.function() + "' (in container '')");
        }
        Type result = null;
        for (Signatures.Signature signature : named) {
            if (signature.member() == (call.target() != null)
                    && fits(signature.parameters(), types)) {
                Type one = signature.resultFor(types);
                result = result == null || result.equals(one) ? one : Type.Simple.DYN;
            }
        }
        if (result == null) {
            throw noOverload(call, types);
        }
        return result;
    }

    private static boolean fits(List<Type> parameters, List<Type> types) {
        if (parameters.size() != types.size()) {
            return false;
        }
        for (int i = 0; i < types.size(); i++) {
            if (!Type.compatible(parameters.get(i), types.get(i))
                    && !(parameters.get(i) instanceof Type.MapType
                            && types.get(i) instanceof Type.ObjectType)) {
                return false;
            }
        }
        return true;
    }

    // --- macros
    // ----------------------------------------------------------------------------------------------------

    private Type loop(Expr.Loop loop) throws CelSyntaxError {
        Type range = type(loop.range());
        Type first;
        Type second;
        switch (range) {
            case Type.ListType(Type element) -> {
                first = loop.second() == null ? element : Type.Simple.INT;
                second = element;
            }
            case Type.MapType(Type key, Type value) -> {
                first = key;
                second = value;
            }
            case Type.ObjectType _ -> {
                first = Type.Simple.STRING;
                second = Type.Simple.DYN;
            }
            case Type.Simple.DYN -> {
                first = Type.Simple.DYN;
                second = Type.Simple.DYN;
            }
            default ->
                    throw wrong(
                            loop.range().at(),
                            "expression of type '"
                                    + range.text()
                                    + "' cannot be range of a comprehension (must be list, map, or dynamic)");
        }
        Checker inner = with(loop.variable(), first);
        String name = loop.second();
        if (name != null) {
            inner = inner.with(name, second);
        }
        Expr filter = loop.filter();
        if (filter != null) {
            inner.requireBool(filter);
        }
        return switch (loop.macro()) {
            case ALL, EXISTS, EXISTS_ONE -> {
                inner.requireBool(loop.body());
                yield Type.Simple.BOOL;
            }
            case FILTER -> {
                inner.requireBool(loop.body());
                yield new Type.ListType(first);
            }
            case MAP, TRANSFORM_LIST -> new Type.ListType(inner.type(loop.body()));
            case TRANSFORM_MAP ->
                    new Type.MapType(
                            range instanceof Type.MapType ? first : Type.Simple.DYN,
                            inner.type(loop.body()));
            case TRANSFORM_MAP_ENTRY -> inner.type(loop.body());
        };
    }

    private void requireBool(Expr expr) throws CelSyntaxError {
        Type type = type(expr);
        if (!Type.compatible(type, Type.Simple.BOOL)) {
            throw wrong(expr.at(), "expected type 'bool' but found '" + type.text() + "'");
        }
    }

    private Type optionalMap(Expr.OptionalMap map) throws CelSyntaxError {
        Type value =
                type(map.operand()) instanceof Type.OptionalType(Type inner)
                        ? inner
                        : Type.Simple.DYN;
        Type body = with(map.variable(), value).type(map.body());
        return map.flat() ? body : new Type.OptionalType(body);
    }

    private Checker with(String variable, Type type) {
        Map<String, Type> more = new HashMap<>(variables);
        more.put(variable, type);
        return new Checker(source, more);
    }

    // --- errors
    // ----------------------------------------------------------------------------------------------------

    private CelSyntaxError noOverload(Expr.Call call, List<Type> types) {
        String list = types.stream().map(Type::text).collect(Collectors.joining(", "));
        String applied =
                call.target() == null
                        ? "(" + list + ")"
                        : types.getFirst().text()
                                + ".("
                                + types.stream()
                                        .skip(1)
                                        .map(Type::text)
                                        .collect(Collectors.joining(", "))
                                + ")";
        return wrong(
                call.at(),
                "found no matching overload for '"
                        + call.function()
                        + "' applied to '"
                        + applied
                        + "'");
    }

    private CelSyntaxError wrong(int at, String why) {
        return new CelSyntaxError(source, at, why);
    }
}
