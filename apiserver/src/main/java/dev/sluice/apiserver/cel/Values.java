package dev.sluice.apiserver.cel;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/// Equality and order of values.
final class Values {
    private Values() {}

    static boolean equal(Object a, Object b) {
        if (a == b) {
            return true;
        }
        if (isNumber(a) && isNumber(b)) {
            return compareNumbers(a, b) == 0;
        }
        if (a instanceof ListValue x && b instanceof ListValue y) {
            return equalLists(x, y);
        }
        if (a instanceof MapValue x && b instanceof MapValue y) {
            return equalMaps(x, y);
        }
        return a.equals(b);
    }

    private static boolean equalLists(ListValue a, ListValue b) {
        if (a.size() != b.size()) {
            return false;
        }
        if (a instanceof JsonValues.JsonList x
                && b instanceof JsonValues.JsonList y
                && x.node().equals(y.node())) {
            return true;
        }
        if (isUnordered(a) || isUnordered(b)) {
            for (int i = 0; i < a.size(); i++) {
                if (!contains(b, a.get(i))) {
                    return false;
                }
            }
            return true;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!equal(a.get(i), b.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUnordered(ListValue list) {
        return list instanceof JsonValues.JsonList json && json.isUnordered();
    }

    private static boolean equalMaps(MapValue a, MapValue b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (Object key : a.keys()) {
            Object mine = a.get(key);
            Object other = b.get(key);
            if (mine == null || other == null || !equal(mine, other)) {
                return false;
            }
        }
        return true;
    }

    static boolean contains(ListValue list, Object value) {
        return indexOf(list, value) >= 0;
    }

    static int indexOf(ListValue list, Object value) {
        for (int i = 0; i < list.size(); i++) {
            if (equal(list.get(i), value)) {
                return i;
            }
        }
        return -1;
    }

    static boolean isNumber(Object value) {
        return value instanceof Long || value instanceof Double || value instanceof UInt;
    }

    /// @throws CelFailure when the values have no common order
    static int compare(Object a, Object b) {
        if (isNumber(a) && isNumber(b)) {
            return compareNumbers(a, b);
        }
        if (a instanceof String x && b instanceof String y) {
            return compareTexts(x, y);
        }
        if (a instanceof Boolean x && b instanceof Boolean y) {
            return x.compareTo(y);
        }
        if (a instanceof Instant x && b instanceof Instant y) {
            return x.compareTo(y);
        }
        if (a instanceof Duration x && b instanceof Duration y) {
            return x.compareTo(y);
        }
        if (a instanceof Bytes x && b instanceof Bytes y) {
            return Arrays.compareUnsigned(x.octets(), y.octets());
        }
        throw CelFailure.noSuchOverload();
    }

    /// By code point, not by UTF-16 unit.
    private static int compareTexts(String a, String b) {
        int order = a.compareTo(b);
        if (order == 0) {
            return 0;
        }
        List<Integer> x = a.codePoints().boxed().toList();
        List<Integer> y = b.codePoints().boxed().toList();
        for (int i = 0; i < Math.min(x.size(), y.size()); i++) {
            int one = Integer.compare(x.get(i), y.get(i));
            if (one != 0) {
                return one;
            }
        }
        return Integer.compare(x.size(), y.size());
    }

    private static int compareNumbers(Object a, Object b) {
        if (a instanceof Long x && b instanceof Long y) {
            return Long.compare(x, y);
        }
        if (a instanceof Double x && b instanceof Double y) {
            return x.isNaN() || y.isNaN() ? 1 : x < y ? -1 : x > y ? 1 : 0;
        }
        if (isOdd(a) || isOdd(b)) {
            return Double.compare(toDouble(a), toDouble(b));
        }
        return decimal(a).compareTo(decimal(b));
    }

    private static boolean isOdd(Object number) {
        return number instanceof Double d && (d.isNaN() || d.isInfinite());
    }

    private static double toDouble(Object number) {
        return number instanceof UInt u ? u.value().doubleValue() : ((Number) number).doubleValue();
    }

    private static BigDecimal decimal(Object number) {
        return switch (number) {
            case Long l -> BigDecimal.valueOf(l);
            case UInt u -> new BigDecimal(u.value());
            default -> BigDecimal.valueOf(((Number) number).doubleValue());
        };
    }

    /// The name of a value's type, as `type(x)` gives it.
    static String typeName(Object value) {
        return switch (value) {
            case Boolean _ -> "bool";
            case Long _ -> "int";
            case UInt _ -> "uint";
            case Double _ -> "double";
            case String _ -> "string";
            case Bytes _ -> "bytes";
            case ListValue _ -> "list";
            case MapValue _ -> "map";
            case Null _ -> "null_type";
            case Instant _ -> "google.protobuf.Timestamp";
            case Duration _ -> "google.protobuf.Duration";
            default -> "type";
        };
    }
}
