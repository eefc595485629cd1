package dev.sluice.apiserver.cel;

import dev.sluice.apiserver.type.Quantity;
import org.jspecify.annotations.Nullable;

/// Finds a function by name. Functions of several types that share a name are told apart by their arguments here.
final class Functions {
    private Functions() {}

    /// @throws IllegalStateException when the table of signatures has a function that nobody wrote
    static Function named(String name) {
        Function found = shared(name);
        found = found != null ? found : Operators.named(name);
        found = found != null ? found : Conversions.named(name);
        found = found != null ? found : Texts.named(name);
        found = found != null ? found : Lists.named(name);
        found = found != null ? found : Quantities.named(name);
        found = found != null ? found : Networks.named(name);
        found = found != null ? found : Semver.named(name);
        found = found != null ? found : NamedFormat.named(name);
        found = found != null ? found : Access.named(name);
        found = found != null ? found : optional(name);
        if (found == null) {
            throw new IllegalStateException("function without a body: " + name);
        }
        return found;
    }

    private static @Nullable Function shared(String name) {
        return switch (name) {
            case "jsonpatch.escapeKey" ->
                    a -> Texts.text(a, 0).replace("~", "~0").replace("/", "~1");
            case "compareTo" -> a -> (long) compare(a[0], a[1]);
            case "isLessThan" -> a -> compare(a[0], a[1]) < 0;
            case "isGreaterThan" -> a -> compare(a[0], a[1]) > 0;
            default -> null;
        };
    }

    private static int compare(Object a, Object b) {
        return a instanceof Quantity quantity
                ? Integer.signum(quantity.compareTo(Quantities.of(b)))
                : Integer.signum(Semver.of(a).compareTo(Semver.of(b)));
    }

    private static @Nullable Function optional(String name) {
        return switch (name) {
            case "optional.of" -> a -> new Maybe(a[0]);
            case "optional.none" -> _ -> Maybe.NONE;
            case "optional.ofNonZeroValue" -> a -> isZero(a[0]) ? Maybe.NONE : new Maybe(a[0]);
            case "hasValue" -> a -> maybe(a[0]).value() != null;
            case "value" -> a -> maybe(a[0]).get();
            case "or" -> a -> maybe(a[0]).value() != null ? a[0] : a[1];
            case "orValue" -> a -> maybe(a[0]).orElse(a[1]);
            default -> null;
        };
    }

    static Maybe maybe(Object value) {
        if (value instanceof Maybe maybe) {
            return maybe;
        }
        throw CelFailure.noSuchOverload();
    }

    private static boolean isZero(Object value) {
        return switch (value) {
            case String text -> text.isEmpty();
            case Long number -> number == 0;
            case Double number -> number == 0;
            case Boolean truth -> !truth;
            case ListValue list -> list.size() == 0;
            case MapValue map -> map.size() == 0;
            case Null _ -> true;
            default -> false;
        };
    }
}
