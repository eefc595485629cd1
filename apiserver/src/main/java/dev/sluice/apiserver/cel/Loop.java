package dev.sluice.apiserver.cel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A macro over a list or map, compiled.
///
/// @param first slot of the variable
/// @param second slot of the second variable, or -1
record Loop(Expr.Macro macro, Node range, int first, int second, Node filter, Node body)
        implements Node {

    /// Takes the elements one after the other.
    private interface Sink {
        /// @return false when no more are wanted
        boolean take(Object key);
    }

    @Override
    public Object eval(Frame frame) {
        Object over = range.eval(frame);
        return switch (macro) {
            case ALL -> decide(over, frame, false);
            case EXISTS -> decide(over, frame, true);
            case EXISTS_ONE -> {
                List<Object> hits = new ArrayList<>();
                each(over, frame, key -> !truth(frame) || hits.add(key));
                yield hits.size() == 1;
            }
            case FILTER -> {
                List<Object> kept = new ArrayList<>();
                each(over, frame, key -> !truth(frame) || kept.add(key));
                yield new ListValue.Of(kept);
            }
            case MAP, TRANSFORM_LIST -> {
                List<Object> made = new ArrayList<>();
                each(over, frame, _ -> !passes(frame) || made.add(body.eval(frame)));
                yield new ListValue.Of(made);
            }
            case TRANSFORM_MAP, TRANSFORM_MAP_ENTRY -> transform(over, frame);
        };
    }

    private boolean truth(Frame frame) {
        return Operators.asBoolean(body.eval(frame));
    }

    private boolean passes(Frame frame) {
        return Operators.asBoolean(filter.eval(frame));
    }

    /// `all` and `exists`: an element that decides outweighs elements that fail.
    private Object decide(Object over, Frame frame, boolean deciding) {
        @Nullable CelFailure[] failure = new @Nullable CelFailure[1];
        boolean[] decided = new boolean[1];
        each(
                over,
                frame,
                _ -> {
                    try {
                        decided[0] = truth(frame) == deciding;
                    } catch (CelFailure e) {
                        failure[0] = failure[0] == null ? e : failure[0];
                    }
                    return !decided[0];
                });
        if (decided[0]) {
            return deciding;
        }
        CelFailure first = failure[0];
        if (first != null) {
            throw first;
        }
        return !deciding;
    }

    private Object transform(Object over, Frame frame) {
        Map<Object, Object> made = new LinkedHashMap<>();
        each(
                over,
                frame,
                key -> {
                    if (passes(frame)) {
                        Object value = body.eval(frame);
                        if (macro == Expr.Macro.TRANSFORM_MAP) {
                            made.put(key, value);
                        } else if (value instanceof MapValue entry) {
                            entry.keys().forEach(k -> put(made, k, entry.get(k)));
                        } else {
                            throw CelFailure.noSuchOverload();
                        }
                    }
                    return true;
                });
        return new MapValue.Of(made);
    }

    private static void put(Map<Object, Object> map, Object key, @Nullable Object value) {
        if (value != null) {
            map.put(key, value);
        }
    }

    /// Sets the variables for each element and hands over the first of them.
    private void each(Object over, Frame frame, Sink sink) {
        switch (over) {
            case ListValue list -> {
                for (int i = 0; i < list.size(); i++) {
                    Object element = list.get(i);
                    Object key = second < 0 ? element : (Object) (long) i;
                    if (!step(frame, key, element, sink)) {
                        return;
                    }
                }
            }
            case MapValue map -> {
                for (Object key : map.keys()) {
                    Object value = map.get(key);
                    if (value != null && !step(frame, key, value, sink)) {
                        return;
                    }
                }
            }
            default -> throw CelFailure.noSuchOverload();
        }
    }

    private boolean step(Frame frame, Object key, Object value, Sink sink) {
        frame.spend();
        frame.set(first, key);
        if (second >= 0) {
            frame.set(second, value);
        }
        return sink.take(key);
    }
}
