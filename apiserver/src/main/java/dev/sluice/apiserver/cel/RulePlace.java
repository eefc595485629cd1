package dev.sluice.apiserver.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.schema.CelRule;
import dev.sluice.apiserver.schema.JsonEquality;
import dev.sluice.apiserver.schema.ListElements;
import dev.sluice.apiserver.schema.Schema;
import dev.sluice.apiserver.schema.SchemaReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A place in a schema that has rules, or has places with rules below it.
final class RulePlace {
    private static final Schema TEXT =
            SchemaReader.read(JsonNodeFactory.instance.objectNode().put("type", "string"));
    private static final Schema IDENTITY =
            SchemaReader.read(JsonNodeFactory.instance.objectNode().put("type", "object"))
                    .withProperties(Map.of("name", TEXT, "generateName", TEXT));

    private final Schema schema;
    private final List<CompiledRule> rules;
    private final Map<String, RulePlace> properties;
    private final @Nullable RulePlace values;
    private final @Nullable RulePlace items;

    private RulePlace(
            Schema schema,
            List<CompiledRule> rules,
            Map<String, RulePlace> properties,
            @Nullable RulePlace values,
            @Nullable RulePlace items) {
        this.schema = schema;
        this.rules = rules;
        this.properties = properties;
        this.values = values;
        this.items = items;
    }

    /// @return null when there are no rules
    static @Nullable RulePlace root(Schema schema) {
        return of(schema, withIdentity(schema));
    }

    private static @Nullable RulePlace of(@Nullable Schema schema) {
        if (schema == null) {
            return null;
        }
        return of(schema, schema.embeddedResource() ? withIdentity(schema) : schema);
    }

    /// @param seen the schema as rules see it
    private static @Nullable RulePlace of(Schema schema, Schema seen) {
        Map<String, RulePlace> properties = new LinkedHashMap<>();
        schema.properties()
                .forEach(
                        (name, property) -> {
                            RulePlace place = of(property);
                            if (place != null) {
                                properties.put(name, place);
                            }
                        });
        RulePlace values = of(schema.additionalProperties());
        RulePlace items = of(schema.items());
        boolean nothing = properties.isEmpty() && values == null && items == null;
        if (nothing && schema.rules().isEmpty()) {
            return null;
        }
        List<CompiledRule> rules =
                schema.rules().stream().map(rule -> new CompiledRule(rule, seen)).toList();
        return new RulePlace(seen, rules, properties, values, items);
    }

    /// What rules may know of every object: its kind and its name.
    private static Schema withIdentity(Schema schema) {
        Map<String, Schema> all = new LinkedHashMap<>(schema.properties());
        all.put("apiVersion", TEXT);
        all.put("kind", TEXT);
        all.put("metadata", IDENTITY);
        return schema.withProperties(all);
    }

    // --- objects
    // ---------------------------------------------------------------------------------------------------

    /// @param old what stood here before, or null when that cannot be said
    void check(JsonNode value, @Nullable JsonNode old, String path, List<Cause> causes) {
        if (value.isNull()) {
            return;
        }
        if (!rules.isEmpty()) {
            boolean unchanged = old != null && JsonEquality.same(value, old);
            Object self = JsonValues.of(value, schema);
            Object oldSelf = old == null ? null : JsonValues.of(old, schema);
            for (CompiledRule rule : rules) {
                if (!unchanged || rule.isAboutTransition()) {
                    rule.check(self, oldSelf, value, path, causes);
                }
            }
        }
        if (value.isObject()) {
            checkFields(value, old, path, causes);
        } else if (value.isArray() && items != null) {
            for (int i = 0; i < value.size(); i++) {
                JsonNode before = ListElements.counterpart(schema, value.get(i), old);
                items.check(value.get(i), before, path + "[" + i + "]", causes);
            }
        }
    }

    private void checkFields(
            JsonNode value, @Nullable JsonNode old, String path, List<Cause> causes) {
        properties.forEach(
                (name, place) -> {
                    JsonNode field = value.get(name);
                    if (field != null) {
                        JsonNode before = old == null ? null : old.get(name);
                        place.check(field, before, join(path, name), causes);
                    }
                });
        if (values != null) {
            for (var field : value.properties()) {
                JsonNode before = old == null ? null : old.get(field.getKey());
                values.check(field.getValue(), before, path + "[" + field.getKey() + "]", causes);
            }
        }
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    // --- definitions
    // -----------------------------------------------------------------------------------------------

    /// @param correlatable whether an old value can be found for a new one here
    void compile(String path, boolean correlatable, List<Cause> causes) {
        for (int i = 0; i < rules.size(); i++) {
            String at = path + ".x-kubernetes-validations[" + i + "]";
            CelRule rule = rules.get(i).rule();
            int before = causes.size();
            rules.get(i).compile(at, causes);
            if (!correlatable
                    && causes.size() == before
                    && rules.get(i).isAboutTransition()
                    && !rule.optionalOldSelf()) {
                causes.add(
                        new Cause(
                                "FieldValueInvalid",
                                at + ".rule",
                                "Invalid value: "
                                        + rules.get(i).print()
                                        + ": oldSelf cannot be used on the uncorrelatable portion of the schema"
                                        + " within "
                                        + path));
            }
        }
        properties.forEach(
                (name, place) ->
                        place.compile(path + ".properties[" + name + "]", correlatable, causes));
        if (values != null) {
            values.compile(path + ".additionalProperties", correlatable, causes);
        }
        if (items != null) {
            boolean keyed = schema.list() == Schema.ListType.MAP;
            items.compile(path + ".items", correlatable && keyed, causes);
        }
    }
}
