package dev.sluice.apiserver.cel;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Functions of lists and sets.
final class Lists {
    private Lists() {}

    /// @return null when there is no such function
    static @Nullable Function named(String name) {
        return switch (name) {
            case "isSorted" -> a -> isSorted(list(a, 0));
            case "sum" -> a -> sum(list(a, 0));
            case "min" -> a -> extreme(list(a, 0), -1, "min");
            case "max" -> a -> extreme(list(a, 0), 1, "max");
            case "slice" -> a -> slice(list(a, 0), Texts.number(a, 1), Texts.number(a, 2));
            case "flatten" -> a -> flatten(list(a, 0), a.length > 1 ? Texts.number(a, 1) : 1);
            case "distinct" -> a -> distinct(list(a, 0));
            case "sort" -> a -> sort(list(a, 0));
            case "includes" -> a -> Values.contains(list(a, 0), a[1]);
            case "lists.range" -> a -> range(Texts.number(a, 0));
            case "sets.contains" -> a -> containsAll(list(a, 0), list(a, 1));
            case "sets.equivalent" ->
                    a -> containsAll(list(a, 0), list(a, 1)) && containsAll(list(a, 1), list(a, 0));
            case "sets.intersects" -> a -> intersects(list(a, 0), list(a, 1));
            case "indexOf" -> Lists::indexOf;
            case "lastIndexOf" -> Lists::lastIndexOf;
            case "reverse" -> a -> reverse(a[0]);
            default -> null;
        };
    }

    static ListValue list(Object[] arguments, int index) {
        if (arguments[index] instanceof ListValue list) {
            return list;
        }
        throw CelFailure.noSuchOverload();
    }

    private static List<Object> elements(ListValue list) {
        List<Object> all = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            all.add(list.get(i));
        }
        return all;
    }

    private static Object indexOf(Object[] a) {
        if (a[0] instanceof String text) {
            return Texts.indexOf(text, Texts.text(a, 1), a.length > 2 ? Texts.number(a, 2) : 0);
        }
        return (long) Values.indexOf(list(a, 0), a[1]);
    }

    private static Object lastIndexOf(Object[] a) {
        if (a[0] instanceof String text) {
            long from = a.length > 2 ? Texts.number(a, 2) : Integer.MAX_VALUE;
            return Texts.lastIndexOf(text, Texts.text(a, 1), from);
        }
        ListValue list = list(a, 0);
        for (int i = list.size() - 1; i >= 0; i--) {
            if (Values.equal(list.get(i), a[1])) {
                return (long) i;
            }
        }
        return -1L;
    }

    private static Object reverse(Object value) {
        if (value instanceof String text) {
            return new StringBuilder(text).reverse().toString();
        }
        if (value instanceof ListValue list) {
            return new ListValue.Of(elements(list).reversed());
        }
        throw CelFailure.noSuchOverload();
    }

    private static boolean isSorted(ListValue list) {
        for (int i = 1; i < list.size(); i++) {
            if (Values.compare(list.get(i - 1), list.get(i)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static Object sum(ListValue list) {
        Object sum = null;
        Function add = Objects.requireNonNull(Operators.named("_+_"));
        for (Object element : elements(list)) {
            sum = sum == null ? element : add.call(new Object[] {sum, element});
        }
        return sum == null ? (Object) 0L : sum;
    }

    private static Object extreme(ListValue list, int sign, String name) {
        Object best = null;
        for (Object element : elements(list)) {
            if (best == null || Values.compare(element, best) * sign > 0) {
                best = element;
            }
        }
        if (best == null) {
            throw new CelFailure(name + " called on empty list");
        }
        return best;
    }

    private static ListValue slice(ListValue list, long start, long end) {
        if (start < 0 || end > list.size() || start > end) {
            throw new CelFailure(
                    "cannot slice(" + start + ", " + end + "), list is length " + list.size());
        }
        return new ListValue.Of(elements(list).subList((int) start, (int) end));
    }

    private static ListValue flatten(ListValue list, long depth) {
        List<Object> flat = new ArrayList<>();
        for (Object element : elements(list)) {
            if (element instanceof ListValue inner && depth > 0) {
                flat.addAll(elements(flatten(inner, depth - 1)));
            } else {
                flat.add(element);
            }
        }
        return new ListValue.Of(flat);
    }

    private static ListValue distinct(ListValue list) {
        List<Object> seen = new ArrayList<>();
        ListValue all = new ListValue.Of(seen);
        for (Object element : elements(list)) {
            if (!Values.contains(all, element)) {
                seen.add(element);
            }
        }
        return all;
    }

    private static ListValue sort(ListValue list) {
        List<Object> sorted = elements(list);
        sorted.sort(Values::compare);
        return new ListValue.Of(sorted);
    }

    private static ListValue range(long count) {
        List<Object> numbers = new ArrayList<>();
        for (long i = 0; i < Math.min(count, Program.COST_MAX); i++) {
            numbers.add(i);
        }
        return new ListValue.Of(numbers);
    }

    private static boolean containsAll(ListValue list, ListValue wanted) {
        return elements(wanted).stream().allMatch(element -> Values.contains(list, element));
    }

    private static boolean intersects(ListValue a, ListValue b) {
        return elements(a).stream().anyMatch(element -> Values.contains(b, element));
    }
}
