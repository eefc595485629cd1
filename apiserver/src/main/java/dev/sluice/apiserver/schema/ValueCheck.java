package dev.sluice.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.sluice.apiserver.error.Cause;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Validates values against a schema (H4.11), with the complaints that the reference makes. One check stands for one place
/// in the schema; those below it come into being when a value first goes there, so that a big schema costs nothing at
/// start.
///
/// On an update, what did not change is not complained about (H4.17): parts of old and new are matched by field name and by
/// the keys of list elements.
public final class ValueCheck {
    private final Schema schema;
    private final Map<String, ValueCheck> properties = new ConcurrentHashMap<>();
    private final Map<String, List<ValueCheck>> alternatives = new ConcurrentHashMap<>();
    private volatile @Nullable ValueCheck items;
    private volatile @Nullable Pattern pattern;

    private ValueCheck(Schema schema) {
        this.schema = schema;
    }

    /// The check of a schema.
    public static ValueCheck of(Schema schema) {
        return new ValueCheck(schema);
    }

    /// Validates a value.
    ///
    /// @param old what stood here before, or null
    /// @param path of the value, empty for a whole object
    /// @return the complaints
    public List<Cause> check(JsonNode value, @Nullable JsonNode old, String path) {
        Checked found = new Checked();
        check(value, old, path, found);
        return found.causes();
    }

    private void check(JsonNode value, @Nullable JsonNode old, String path, Checked found) {
        if (old != null && JsonEquality.same(value, old)) {
            return;
        }
        found.count();
        if (value.isNull() && schema.nullable()) {
            return;
        }
        checkType(value, path, found);
        Constraints limits = schema.constraints();
        if (limits != Constraints.NONE) {
            checkEnum(value, limits, path, found);
            checkAlternatives(value, limits, path, found);
        }
        switch (value) {
            case ObjectNode object -> checkObject(object, old, path, found);
            case ArrayNode array -> checkArray(array, old, path, found);
            default -> {
                if (value.isTextual()) {
                    checkText(value.textValue(), path, found);
                } else if (value.isNumber()) {
                    Numbers.check(value, schema, path, found);
                }
            }
        }
    }

    // --- type
    // ------------------------------------------------------------------------------------------------------

    private void checkType(JsonNode value, String path, Checked found) {
        if (fitsType(value)) {
            return;
        }
        String wanted =
                schema.intOrString()
                        ? "integer,string"
                        : schema.type().name().toLowerCase(Locale.ROOT);
        String got = '"' + JsonTypes.name(value) + '"';
        found.add(
                "FieldValueTypeInvalid",
                path,
                "Invalid value: "
                        + got
                        + ": "
                        + path
                        + " in body must be of type "
                        + wanted
                        + ": "
                        + got);
    }

    private boolean fitsType(JsonNode value) {
        if (schema.intOrString()) {
            return value.isTextual() || JsonTypes.isInteger(value);
        }
        return switch (schema.type()) {
            case ANY -> true;
            case OBJECT -> value.isObject();
            case ARRAY -> value.isArray();
            case STRING -> value.isTextual();
            case INTEGER -> JsonTypes.isInteger(value);
            case NUMBER -> value.isNumber();
            case BOOLEAN -> value.isBoolean();
        };
    }

    // --- values
    // ----------------------------------------------------------------------------------------------------

    private static void checkEnum(JsonNode value, Constraints limits, String path, Checked found) {
        List<JsonNode> allowed = limits.oneOfEnum();
        if (allowed.isEmpty()) {
            return;
        }
        for (JsonNode one : allowed) {
            if (JsonEquality.same(one, value)) {
                return;
            }
        }
        StringBuilder list = new StringBuilder();
        for (JsonNode one : allowed) {
            list.append(list.isEmpty() ? "" : ", ").append('"').append(one.asText()).append('"');
        }
        found.add(
                "FieldValueNotSupported",
                path,
                "Unsupported value: " + value + ": supported values: " + list);
    }

    private void checkText(String text, String path, Checked found) {
        Constraints limits = schema.constraints();
        Long max = limits.maxLength();
        Long min = limits.minLength();
        if (max != null || min != null) {
            int length = text.codePointCount(0, text.length());
            if (max != null && length > max) {
                found.add(
                        "FieldValueTooLong",
                        path,
                        "Too long: may not be more than " + max + " bytes");
            }
            if (min != null && length < min) {
                found.invalid(
                        path,
                        JsonTypes.quote(text),
                        path + " in body should be at least " + min + " chars long");
            }
        }
        String regex = limits.pattern();
        if (regex != null && !pattern(regex).matcher(text).find()) {
            found.invalid(
                    path, JsonTypes.quote(text), path + " in body should match '" + regex + "'");
        }
        if (!schema.format().isEmpty() && !Formats.fits(schema.format(), text)) {
            String quoted = JsonTypes.quote(text);
            found.add(
                    "FieldValueTypeInvalid",
                    path,
                    "Invalid value: "
                            + quoted
                            + ": "
                            + path
                            + " in body must be of type "
                            + schema.format()
                            + ": "
                            + quoted);
        }
    }

    private Pattern pattern(String regex) {
        Pattern compiled = pattern;
        if (compiled == null) {
            try {
                compiled = Pattern.compile(regex);
            } catch (PatternSyntaxException e) {
                throw new IllegalStateException("pattern of an accepted schema: " + regex, e);
            }
            pattern = compiled;
        }
        return compiled;
    }

    // --- objects
    // ---------------------------------------------------------------------------------------------------

    private void checkObject(
            ObjectNode object, @Nullable JsonNode old, String path, Checked found) {
        Constraints limits = schema.constraints();
        Long max = limits.maxProperties();
        if (max != null && object.size() > max) {
            found.add("FieldValueTooMany", path, JsonTypes.tooMany(object.size(), max));
        }
        Long min = limits.minProperties();
        if (min != null && object.size() < min) {
            found.invalid(
                    path,
                    String.valueOf(object.size()),
                    path + " in body should have at least " + min + " properties");
        }
        for (String name : schema.required()) {
            if (!object.has(name)) {
                found.add("FieldValueRequired", join(path, name), "Required value");
            }
        }
        if (schema.embeddedResource()) {
            for (String name : List.of("apiVersion", "kind")) {
                if (object.path(name).asText("").isEmpty()) {
                    found.add("FieldValueRequired", join(path, name), "Required value");
                }
            }
        }
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            ValueCheck below = property(field.getKey());
            if (below != null) {
                JsonNode before = old == null ? null : old.get(field.getKey());
                below.check(field.getValue(), before, join(path, field.getKey()), found);
            }
        }
    }

    private @Nullable ValueCheck property(String name) {
        ValueCheck known = properties.get(name);
        if (known != null) {
            return known;
        }
        Schema property = schema.properties().get(name);
        if (property != null) {
            return properties.computeIfAbsent(name, _ -> new ValueCheck(property));
        }
        Schema others = schema.additionalProperties();
        return others == null ? null : properties.computeIfAbsent("*", _ -> new ValueCheck(others));
    }

    // --- arrays
    // ----------------------------------------------------------------------------------------------------

    private void checkArray(ArrayNode array, @Nullable JsonNode old, String path, Checked found) {
        Constraints limits = schema.constraints();
        Long max = limits.maxItems();
        if (max != null && array.size() > max) {
            found.add("FieldValueTooMany", path, JsonTypes.tooMany(array.size(), max));
        }
        Long min = limits.minItems();
        if (min != null && array.size() < min) {
            found.invalid(
                    path,
                    String.valueOf(array.size()),
                    path + " in body should have at least " + min + " items");
        }
        Schema element = schema.items();
        if (element == null) {
            return;
        }
        ValueCheck below = items;
        if (below == null) {
            below = new ValueCheck(element);
            items = below;
        }
        for (int i = 0; i < array.size(); i++) {
            JsonNode before = ListElements.counterpart(schema, array.get(i), old);
            below.check(array.get(i), before, path + "[" + i + "]", found);
        }
    }

    // --- allOf, anyOf, oneOf, not
    // ----------------------------------------------------------------------------------

    private void checkAlternatives(JsonNode value, Constraints limits, String path, Checked found) {
        if (!limits.anyOf().isEmpty()) {
            checkAnyOf(value, limits.anyOf(), path, found);
        }
        if (!limits.oneOf().isEmpty()) {
            checkOneOf(value, limits.oneOf(), path, found);
        }
        if (!limits.allOf().isEmpty()) {
            checkAllOf(value, limits.allOf(), path, found);
        }
        JsonNode not = limits.not();
        if (not != null) {
            Checked inner = new Checked();
            compiled("not", List.of(not)).getFirst().check(value, null, path, inner);
            if (inner.isValid()) {
                found.invalidSomewhere("\"" + path + "\" must not validate the schema (not)");
            }
        }
    }

    private void checkAnyOf(JsonNode value, List<JsonNode> schemas, String path, Checked found) {
        Checked best = null;
        for (ValueCheck one : compiled("anyOf", schemas)) {
            Checked inner = new Checked();
            one.check(value, null, path, inner);
            if (inner.isValid()) {
                return;
            }
            if (best == null || inner.matches() > best.matches()) {
                best = inner;
            }
        }
        found.invalidSomewhere("\"" + path + "\" must validate at least one schema (anyOf)");
        if (best != null) {
            found.merge(best);
        }
    }

    private void checkOneOf(JsonNode value, List<JsonNode> schemas, String path, Checked found) {
        int valid = 0;
        Checked best = null;
        for (ValueCheck one : compiled("oneOf", schemas)) {
            Checked inner = new Checked();
            one.check(value, null, path, inner);
            if (inner.isValid()) {
                valid++;
            } else if (best == null || inner.matches() > best.matches()) {
                best = inner;
            }
        }
        if (valid == 1) {
            return;
        }
        found.invalidSomewhere(
                "\""
                        + path
                        + "\" must validate one and only one schema (oneOf). "
                        + (valid == 0
                                ? "Found none valid"
                                : "Found " + valid + " valid alternatives"));
        if (valid == 0 && best != null) {
            found.merge(best);
        }
    }

    private void checkAllOf(JsonNode value, List<JsonNode> schemas, String path, Checked found) {
        int valid = 0;
        Checked failures = new Checked();
        for (ValueCheck one : compiled("allOf", schemas)) {
            Checked inner = new Checked();
            one.check(value, null, path, inner);
            if (inner.isValid()) {
                valid++;
            } else {
                failures.merge(inner);
            }
        }
        if (valid < schemas.size()) {
            found.merge(failures);
            found.invalidSomewhere(
                    "\""
                            + path
                            + "\" must validate all the schemas (allOf)"
                            + (valid == 0 ? ". None validated" : ""));
        }
    }

    private List<ValueCheck> compiled(String word, List<JsonNode> schemas) {
        return alternatives.computeIfAbsent(
                word,
                _ -> schemas.stream().map(s -> new ValueCheck(SchemaReader.read(s))).toList());
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
