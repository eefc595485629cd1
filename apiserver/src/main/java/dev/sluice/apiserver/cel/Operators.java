package dev.sluice.apiserver.cel;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Arithmetic, comparison and access.
final class Operators {
    private Operators() {}

    /// @return null when there is no such operator
    static @Nullable Function named(String name) {
        return switch (name) {
            case "_+_" -> a -> add(a[0], a[1]);
            case "_-_" -> a -> subtract(a[0], a[1]);
            case "_*_" -> a -> multiply(a[0], a[1]);
            case "_/_" -> a -> divide(a[0], a[1]);
            case "_%_" -> a -> modulo(a[0], a[1]);
            case "-_" -> a -> negate(a[0]);
            case "!_" -> a -> !asBoolean(a[0]);
            case "_==_" -> a -> Values.equal(a[0], a[1]);
            case "_!=_" -> a -> !Values.equal(a[0], a[1]);
            case "_<_" -> a -> Values.compare(a[0], a[1]) < 0;
            case "_<=_" -> a -> Values.compare(a[0], a[1]) <= 0;
            case "_>_" -> a -> Values.compare(a[0], a[1]) > 0;
            case "_>=_" -> a -> Values.compare(a[0], a[1]) >= 0;
            case "@in" -> a -> in(a[0], a[1]);
            case "_[_]" -> a -> index(a[0], a[1]);
            case "_[?_]" -> a -> optionalIndex(a[0], a[1]);
            default -> null;
        };
    }

    static boolean asBoolean(Object value) {
        if (value instanceof Boolean truth) {
            return truth;
        }
        throw CelFailure.noSuchOverload();
    }

    private static Object add(Object a, Object b) {
        try {
            return switch (a) {
                case Long x when b instanceof Long y -> Math.addExact(x, y);
                case UInt x when b instanceof UInt y -> UInt.of(x.value().add(y.value()));
                case Double x when b instanceof Double y -> x + y;
                case String x when b instanceof String y -> x + y;
                case Bytes x when b instanceof Bytes y -> concat(x, y);
                case ListValue x when b instanceof ListValue y -> concat(x, y);
                case Instant x when b instanceof Duration y -> x.plus(y);
                case Duration x when b instanceof Instant y -> y.plus(x);
                case Duration x when b instanceof Duration y -> x.plus(y);
                default -> throw CelFailure.noSuchOverload();
            };
        } catch (ArithmeticException e) {
            throw new CelFailure("integer overflow");
        }
    }

    private static Bytes concat(Bytes a, Bytes b) {
        byte[] both = Arrays.copyOf(a.octets(), a.octets().length + b.octets().length);
        System.arraycopy(b.octets(), 0, both, a.octets().length, b.octets().length);
        return new Bytes(both);
    }

    /// Sets unite; lists that are maps of elements take the other's element where the keys are the same (H4.21).
    private static ListValue concat(ListValue a, ListValue b) {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < a.size(); i++) {
            all.add(a.get(i));
        }
        boolean unites = a instanceof JsonValues.JsonList list && list.isUnordered();
        for (int i = 0; i < b.size(); i++) {
            Object element = b.get(i);
            int same = unites ? place(all, element, ((JsonValues.JsonList) a).keys()) : -1;
            if (same < 0) {
                all.add(element);
            } else {
                all.set(same, element);
            }
        }
        return new ListValue.Of(all);
    }

    private static int place(List<Object> all, Object element, List<String> keys) {
        for (int i = 0; i < all.size(); i++) {
            if (keys.isEmpty()
                    ? Values.equal(all.get(i), element)
                    : sameKeys(all.get(i), element, keys)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean sameKeys(Object a, Object b, List<String> keys) {
        if (!(a instanceof MapValue x) || !(b instanceof MapValue y)) {
            return false;
        }
        for (String key : keys) {
            Object mine = x.get(key);
            Object other = y.get(key);
            if (mine == null || other == null || !Values.equal(mine, other)) {
                return false;
            }
        }
        return true;
    }

    private static Object subtract(Object a, Object b) {
        try {
            return switch (a) {
                case Long x when b instanceof Long y -> Math.subtractExact(x, y);
                case UInt x when b instanceof UInt y -> UInt.of(x.value().subtract(y.value()));
                case Double x when b instanceof Double y -> x - y;
                case Instant x when b instanceof Duration y -> x.minus(y);
                case Instant x when b instanceof Instant y -> Duration.between(y, x);
                case Duration x when b instanceof Duration y -> x.minus(y);
                default -> throw CelFailure.noSuchOverload();
            };
        } catch (ArithmeticException e) {
            throw new CelFailure("integer overflow");
        }
    }

    private static Object multiply(Object a, Object b) {
        try {
            return switch (a) {
                case Long x when b instanceof Long y -> Math.multiplyExact(x, y);
                case UInt x when b instanceof UInt y -> UInt.of(x.value().multiply(y.value()));
                case Double x when b instanceof Double y -> x * y;
                default -> throw CelFailure.noSuchOverload();
            };
        } catch (ArithmeticException e) {
            throw new CelFailure("integer overflow");
        }
    }

    private static Object divide(Object a, Object b) {
        return switch (a) {
            case Long x when b instanceof Long y -> {
                if (y == 0) {
                    throw new CelFailure("division by zero");
                }
                if (x == Long.MIN_VALUE && y == -1) {
                    throw new CelFailure("integer overflow");
                }
                yield x / y;
            }
            case UInt x when b instanceof UInt y -> {
                if (y.value().signum() == 0) {
                    throw new CelFailure("division by zero");
                }
                yield UInt.of(x.value().divide(y.value()));
            }
            case Double x when b instanceof Double y -> x / y;
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static Object modulo(Object a, Object b) {
        return switch (a) {
            case Long x when b instanceof Long y -> {
                if (y == 0) {
                    throw new CelFailure("modulus by zero");
                }
                yield x % y;
            }
            case UInt x when b instanceof UInt y -> {
                if (y.value().signum() == 0) {
                    throw new CelFailure("modulus by zero");
                }
                yield UInt.of(x.value().mod(y.value()));
            }
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static Object negate(Object a) {
        return switch (a) {
            case Long x -> {
                if (x == Long.MIN_VALUE) {
                    throw new CelFailure("integer overflow");
                }
                yield -x;
            }
            case Double x -> -x;
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static boolean in(Object value, Object container) {
        return switch (container) {
            case ListValue list -> Values.contains(list, value);
            case MapValue map -> map.get(value) != null;
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static Object index(Object container, Object key) {
        return switch (container) {
            case ListValue list -> {
                long at = place(key);
                if (at < 0 || at >= list.size()) {
                    throw new CelFailure("index out of bounds: " + at);
                }
                yield list.get((int) at);
            }
            case MapValue map -> {
                Object value = map.get(key);
                if (value == null) {
                    throw CelFailure.noSuchKey(key);
                }
                yield value;
            }
            case Maybe maybe -> optionalIndex(maybe, key);
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static long place(Object key) {
        return switch (key) {
            case Long at -> at;
            case UInt at -> at.value().min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
            case Double at when at == Math.rint(at) -> at.longValue();
            default -> throw CelFailure.noSuchOverload();
        };
    }

    static Maybe optionalIndex(Object container, Object key) {
        return switch (container) {
            case Maybe maybe ->
                    maybe.value() == null ? Maybe.NONE : optionalIndex(maybe.value(), key);
            case ListValue list -> {
                long at = place(key);
                yield at < 0 || at >= list.size() ? Maybe.NONE : new Maybe(list.get((int) at));
            }
            case MapValue map -> new Maybe(map.get(key));
            default -> throw CelFailure.noSuchOverload();
        };
    }
}
