package dev.sluice.apiserver.cel;

import com.google.re2j.Pattern;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A value of type `kubernetes.NamedFormat`: a shape that texts may have, such as `dns1123Label`.
record NamedFormat(String name) {
    private static final int LABEL_MAX = 63;
    private static final int SUBDOMAIN_MAX = 253;

    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String LABEL_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
    private static final String WORD = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

    private static final Map<String, Pattern> SHAPES =
            Map.ofEntries(
                    shape("dns1123Label", LABEL),
                    shape("dns1123Subdomain", SUBDOMAIN),
                    shape("dns1035Label", LABEL_1035),
                    shape("dns1123LabelPrefix", LABEL + "-?"),
                    shape("dns1123SubdomainPrefix", SUBDOMAIN + "[-.]?"),
                    shape("dns1035LabelPrefix", LABEL_1035 + "-?"),
                    shape("qualifiedName", "(" + SUBDOMAIN + "/)?" + WORD),
                    shape("labelValue", "(" + WORD + ")?"),
                    shape("uri", "([a-zA-Z][-+.a-zA-Z0-9]*:|/)\\S*"),
                    shape(
                            "uuid",
                            "(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}"),
                    shape("byte", "([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"));

    private static Map.Entry<String, Pattern> shape(String name, String regex) {
        return Map.entry(name, Pattern.compile("^" + regex + "$"));
    }

    /// @return null when there is no such function
    static @Nullable Function named(String function) {
        if (function.equals("format.named")) {
            return a ->
                    isKnown(Texts.text(a, 0))
                            ? new Maybe(new NamedFormat(Texts.text(a, 0)))
                            : Maybe.NONE;
        }
        if (function.equals("validate")) {
            return a -> {
                if (a[0] instanceof NamedFormat format) {
                    return format.validate(Texts.text(a, 1));
                }
                throw CelFailure.noSuchOverload();
            };
        }
        if (function.startsWith("format.") && isKnown(function.substring(7))) {
            NamedFormat format = new NamedFormat(function.substring(7));
            return _ -> format;
        }
        return null;
    }

    private static boolean isKnown(String name) {
        return SHAPES.containsKey(name) || name.equals("date") || name.equals("datetime");
    }

    /// No value when the text is right, else a list of complaints.
    private Maybe validate(String text) {
        if (fits(text)) {
            return Maybe.NONE;
        }
        return new Maybe(new ListValue.Of(List.of("must be a valid " + name)));
    }

    private boolean fits(String text) {
        try {
            switch (name) {
                case "date" -> LocalDate.parse(text);
                case "datetime" -> OffsetDateTime.parse(text);
                default -> {
                    Pattern shape = SHAPES.get(name);
                    return shape != null && text.length() <= max() && shape.matcher(text).matches();
                }
            }
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private int max() {
        return switch (name) {
            case "dns1123Label", "dns1035Label", "labelValue" -> LABEL_MAX;
            case "dns1123Subdomain" -> SUBDOMAIN_MAX;
            default -> Integer.MAX_VALUE;
        };
    }
}
