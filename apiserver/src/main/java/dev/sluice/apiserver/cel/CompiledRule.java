package dev.sluice.apiserver.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.schema.CelRule;
import dev.sluice.apiserver.schema.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One rule, compiled when first needed.
final class CompiledRule {
    private static final int MESSAGE_MAX = 5 << 10;
    private static final List<String> REASONS =
            List.of(
                    "FieldValueInvalid",
                    "FieldValueForbidden",
                    "FieldValueRequired",
                    "FieldValueDuplicate");

    private final CelRule rule;
    private final Schema schema;
    private volatile @Nullable Programs programs;

    CompiledRule(CelRule rule, Schema schema) {
        this.rule = rule;
        this.schema = schema;
    }

    private record Programs(Program condition, @Nullable Program message) {}

    CelRule rule() {
        return rule;
    }

    /// Whether the rule compares with what was before.
    boolean isAboutTransition() {
        return programs().condition().usesSecondVariable();
    }

    private Programs programs() {
        Programs compiled = programs;
        if (compiled == null) {
            try {
                compiled = new Programs(condition(), message());
            } catch (CelSyntaxError e) {
                throw new IllegalStateException(
                        "rule of an accepted definition: " + rule.rule() + ": " + e.text(), e);
            }
            programs = compiled;
        }
        return compiled;
    }

    private Program condition() throws CelSyntaxError {
        return Program.compile(rule.rule(), variables(), Type.Simple.BOOL);
    }

    private @Nullable Program message() throws CelSyntaxError {
        return rule.messageExpression().isEmpty()
                ? null
                : Program.compile(rule.messageExpression(), variables(), Type.Simple.STRING);
    }

    private LinkedHashMap<String, Type> variables() {
        Type self = Type.of(schema);
        LinkedHashMap<String, Type> variables = new LinkedHashMap<>();
        variables.put("self", self);
        variables.put("oldSelf", rule.optionalOldSelf() ? new Type.OptionalType(self) : self);
        return variables;
    }

    // --- objects
    // ---------------------------------------------------------------------------------------------------

    /// @param oldSelf null when there is none
    void check(
            Object self,
            @Nullable Object oldSelf,
            JsonNode value,
            String path,
            List<Cause> causes) {
        Programs compiled = programs();
        Object before = rule.optionalOldSelf() ? new Maybe(oldSelf) : oldSelf;
        if (before == null && compiled.condition().usesSecondVariable()) {
            return;
        }
        Object[] values = before == null ? new Object[] {self} : new Object[] {self, before};
        try {
            if (!Boolean.TRUE.equals(compiled.condition().eval(values))) {
                causes.add(complaint(value, path, said(compiled.message(), values)));
            }
        } catch (CelFailure e) {
            String said = rule.message().isEmpty() ? rule.rule().strip() : rule.message();
            causes.add(
                    new Cause(
                            "FieldValueInvalid",
                            path.isEmpty() ? "<nil>" : path,
                            "Invalid value: \""
                                    + schema.type().name().toLowerCase(Locale.ROOT)
                                    + "\": "
                                    + e.text()
                                    + " evaluating rule: "
                                    + said));
        }
    }

    private String said(@Nullable Program message, Object[] values) {
        if (message != null) {
            try {
                if (message.eval(values) instanceof String text
                        && !text.isBlank()
                        && text.length() <= MESSAGE_MAX
                        && !text.contains("\n")) {
                    return text.strip();
                }
            } catch (CelFailure e) {
                // An expression that fails says nothing; the plain message says it instead (H4.21).
                return plainMessage();
            }
        }
        return plainMessage();
    }

    private String plainMessage() {
        return rule.message().isEmpty() ? "failed rule: " + rule.rule().strip() : rule.message();
    }

    private Cause complaint(JsonNode value, String path, String said) {
        String blamed = path + rule.fieldPath();
        String field = blamed.startsWith(".") ? blamed.substring(1) : blamed;
        String printed = value.isContainerNode() ? "" : value + ": ";
        String message =
                switch (rule.reason()) {
                    case "FieldValueForbidden" -> "Forbidden: " + said;
                    case "FieldValueRequired" -> "Required value: " + said;
                    case "FieldValueDuplicate" -> "Duplicate value: " + printed + said;
                    default -> "Invalid value: " + printed + said;
                };
        return new Cause(rule.reason(), field.isEmpty() ? "<nil>" : field, message);
    }

    // --- definitions
    // -----------------------------------------------------------------------------------------------

    /// @param path of the rule in the definition
    void compile(String path, List<Cause> causes) {
        if (rule.rule().isBlank()) {
            causes.add(
                    new Cause(
                            "FieldValueRequired",
                            path + ".rule",
                            "Required value: rule is not specified"));
            return;
        }
        if (!REASONS.contains(rule.reason())) {
            causes.add(
                    new Cause(
                            "FieldValueNotSupported",
                            path + ".reason",
                            "Unsupported value: \""
                                    + rule.reason()
                                    + "\": supported values: \""
                                    + String.join("\", \"", REASONS)
                                    + "\""));
        }
        Program condition = null;
        try {
            condition = condition();
        } catch (CelSyntaxError e) {
            causes.add(uncompilable(path + ".rule", "compilation failed: " + e.text()));
        }
        try {
            Program message = message();
            if (condition != null) {
                programs = new Programs(condition, message);
            }
        } catch (CelSyntaxError e) {
            causes.add(
                    uncompilable(
                            path + ".messageExpression",
                            "messageExpression compilation failed: " + e.text()));
        }
    }

    private Cause uncompilable(String path, String why) {
        return new Cause("FieldValueInvalid", path, "Invalid value: " + print() + ": " + why);
    }

    /// The rule as the reference prints it.
    String print() {
        boolean plain = rule.reason().equals("FieldValueInvalid");
        return "{\"Rule\":"
                + TextNode.valueOf(rule.rule())
                + ",\"Message\":"
                + TextNode.valueOf(rule.message())
                + ",\"MessageExpression\":"
                + TextNode.valueOf(rule.messageExpression())
                + ",\"Reason\":"
                + (plain ? "null" : TextNode.valueOf(rule.reason()))
                + ",\"FieldPath\":"
                + TextNode.valueOf(rule.fieldPath())
                + ",\"OptionalOldSelf\":"
                + (rule.optionalOldSelf() ? "true" : "null")
                + "}";
    }
}
