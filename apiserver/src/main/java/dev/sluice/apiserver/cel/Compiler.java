package dev.sluice.apiserver.cel;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Turns a checked expression into a tree of [Node]s. Variables become numbered slots.
final class Compiler {
    private final List<String> scope;
    private final BitSet used = new BitSet();
    private int slots;

    Compiler(List<String> variables) {
        this.scope = new ArrayList<>(variables);
        this.slots = variables.size();
    }

    int slots() {
        return slots;
    }

    boolean usesSlot(int slot) {
        return used.get(slot);
    }

    Node compile(Expr expr) {
        return switch (expr) {
            case Expr.Literal literal -> {
                Object value = literal.value();
                yield _ -> value;
            }
            case Expr.Name name -> name(name.name());
            case Expr.Select select -> select(select);
            case Expr.Has has -> has(has);
            case Expr.Call call -> call(call);
            case Expr.ListOf list -> list(list);
            case Expr.MapOf map -> map(map);
            case Expr.Struct struct -> map(struct.fields());
            case Expr.Loop loop -> loop(loop);
            case Expr.Bind bind -> {
                Node value = compile(bind.value());
                int slot = push(bind.variable());
                Node body = compile(bind.body());
                pop();
                yield frame -> {
                    frame.set(slot, value.eval(frame));
                    return body.eval(frame);
                };
            }
            case Expr.OptionalMap map -> optionalMap(map);
        };
    }

    private Node name(String name) {
        int slot = scope.lastIndexOf(name);
        if (slot < 0) {
            Conversions.TypeName type = new Conversions.TypeName(name);
            return _ -> type;
        }
        used.set(slot);
        return frame -> frame.get(slot);
    }

    private int push(String variable) {
        scope.add(variable);
        slots = Math.max(slots, scope.size());
        return scope.size() - 1;
    }

    private void pop() {
        scope.removeLast();
    }

    // --- access
    // ----------------------------------------------------------------------------------------------------

    private Node select(Expr.Select select) {
        Node operand = compile(select.operand());
        String field = select.field();
        if (select.optional()) {
            return frame -> Operators.optionalIndex(operand.eval(frame), field);
        }
        return frame -> {
            frame.spend();
            return field(operand.eval(frame), field);
        };
    }

    private static Object field(Object operand, String field) {
        if (operand instanceof MapValue map) {
            Object value = map.get(field);
            if (value == null) {
                throw CelFailure.noSuchKey(field);
            }
            return value;
        }
        if (operand instanceof Maybe maybe) {
            return Operators.optionalIndex(maybe, field);
        }
        Object value = Access.field(operand, field);
        if (value != null) {
            return value;
        }
        throw CelFailure.noSuchOverload();
    }

    private Node has(Expr.Has has) {
        Node operand = compile(has.operand());
        String field = has.field();
        return frame -> {
            frame.spend();
            Object value = operand.eval(frame);
            if (value instanceof Maybe maybe) {
                return Operators.optionalIndex(maybe, field).value() != null;
            }
            if (value instanceof MapValue map) {
                return map.get(field) != null;
            }
            throw CelFailure.noSuchOverload();
        };
    }

    // --- calls
    // -----------------------------------------------------------------------------------------------------

    private Node call(Expr.Call call) {
        List<Node> nodes = new ArrayList<>();
        Expr target = call.target();
        if (target != null) {
            nodes.add(compile(target));
        }
        call.arguments().forEach(argument -> nodes.add(compile(argument)));
        return switch (call.function()) {
            case "_&&_" -> frame -> logical(nodes.get(0), nodes.get(1), false, frame);
            case "_||_" -> frame -> logical(nodes.get(0), nodes.get(1), true, frame);
            case "_?_:_" -> {
                Node condition = nodes.get(0);
                Node yes = nodes.get(1);
                Node no = nodes.get(2);
                yield frame ->
                        Operators.asBoolean(condition.eval(frame))
                                ? yes.eval(frame)
                                : no.eval(frame);
            }
            default -> invoke(Functions.named(call.function()), nodes);
        };
    }

    private static Node invoke(Function function, List<Node> nodes) {
        Node[] arguments = nodes.toArray(Node[]::new);
        return frame -> {
            frame.spend();
            Object[] values = new Object[arguments.length];
            for (int i = 0; i < arguments.length; i++) {
                values[i] = arguments[i].eval(frame);
            }
            return function.call(values);
        };
    }

    /// `&&` and `||`: an operand that decides makes errors of the other one irrelevant, whichever comes first.
    private static Object logical(Node left, Node right, boolean deciding, Frame frame) {
        CelFailure failure = null;
        try {
            if (Operators.asBoolean(left.eval(frame)) == deciding) {
                return deciding;
            }
        } catch (CelFailure e) {
            failure = e;
        }
        if (Operators.asBoolean(right.eval(frame)) == deciding) {
            return deciding;
        }
        if (failure != null) {
            throw failure;
        }
        return !deciding;
    }

    // --- literals
    // --------------------------------------------------------------------------------------------------

    private Node list(Expr.ListOf list) {
        List<Node> nodes = list.elements().stream().map(this::compile).toList();
        List<Boolean> optional = list.optional();
        return frame -> {
            List<Object> values = new ArrayList<>(nodes.size());
            for (int i = 0; i < nodes.size(); i++) {
                Object value = nodes.get(i).eval(frame);
                if (!optional.get(i)) {
                    values.add(value);
                } else if (Functions.maybe(value).value() != null) {
                    values.add(Functions.maybe(value).get());
                }
            }
            return new ListValue.Of(values);
        };
    }

    private Node map(Expr.MapOf map) {
        List<Node> keys = map.keys().stream().map(this::compile).toList();
        List<Node> values = map.values().stream().map(this::compile).toList();
        List<Boolean> optional = map.optional();
        return frame -> {
            Map<Object, Object> entries = new LinkedHashMap<>();
            for (int i = 0; i < keys.size(); i++) {
                Object value = values.get(i).eval(frame);
                if (optional.get(i)) {
                    if (Functions.maybe(value).value() == null) {
                        continue;
                    }
                    value = Functions.maybe(value).get();
                }
                Object key = keys.get(i).eval(frame);
                if (entries.put(key, value) != null) {
                    throw new CelFailure("Failed with repeated key: " + key);
                }
            }
            return new MapValue.Of(entries);
        };
    }

    private Node optionalMap(Expr.OptionalMap map) {
        Node operand = compile(map.operand());
        int slot = push(map.variable());
        Node body = compile(map.body());
        pop();
        return frame -> {
            Object value = Functions.maybe(operand.eval(frame)).value();
            if (value == null) {
                return Maybe.NONE;
            }
            frame.set(slot, value);
            Object result = body.eval(frame);
            return map.flat() ? result : new Maybe(result);
        };
    }

    // --- macros
    // ----------------------------------------------------------------------------------------------------

    private Node loop(Expr.Loop loop) {
        Node range = compile(loop.range());
        int first = push(loop.variable());
        String second = loop.second();
        int other = second == null ? -1 : push(second);
        Expr condition = loop.filter();
        Node filter = condition == null ? _ -> Boolean.TRUE : compile(condition);
        Node body = compile(loop.body());
        pop();
        if (second != null) {
            pop();
        }
        return new Loop(loop.macro(), range, first, other, filter, body);
    }
}
