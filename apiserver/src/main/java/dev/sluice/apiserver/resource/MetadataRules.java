package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRules;
import dev.sluice.apiserver.rules.NameForm;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What metadata must look like, whatever the kind (H2.2, H2.8).
final class MetadataRules {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
    private static final String DNS_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
    private static final String NAME_PART = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String VALUE = "(" + NAME_PART + ")?";
    private static final int LABEL_MAX = 63;
    private static final int SUBDOMAIN_MAX = 253;
    private static final Set<String> STANDARD_FINALIZERS =
            Set.of("kubernetes", "orphan", "foregroundDeletion");
    private static final int ANNOTATION_BYTES_MAX = 262_144;

    private final List<Cause> causes = new ArrayList<>();

    private MetadataRules() {}

    static List<Cause> check(ObjectNode object, Kind kind) {
        MetadataRules rules = new MetadataRules();
        ObjectNode metadata = Metadata.of(object);
        rules.name(metadata, kind.rules().nameRule());
        rules.labels(metadata.path("labels"));
        rules.annotations(metadata.path("annotations"));
        rules.owners(metadata.path("ownerReferences"));
        rules.finalizers(metadata.path("finalizers"));
        return rules.causes;
    }

    private void name(ObjectNode metadata, KindRules.NameRule rule) {
        String base = metadata.path("generateName").asText("");
        if (!base.isEmpty()) {
            String tried = base.endsWith("-") ? base.substring(0, base.length() - 1) + "a" : base;
            String wrong = wrongName(tried, rule, Integer.MAX_VALUE);
            if (wrong != null) {
                invalid("metadata.generateName", base, wrong);
            }
        }
        String name = metadata.path("name").asText("");
        if (name.isEmpty()) {
            causes.add(
                    new Cause(
                            "FieldValueRequired",
                            "metadata.name",
                            "Required value: name or generateName is required"));
            return;
        }
        String wrong =
                wrongName(
                        name,
                        rule,
                        rule == KindRules.NameRule.SUBDOMAIN ? SUBDOMAIN_MAX : LABEL_MAX);
        if (wrong != null) {
            invalid("metadata.name", name, wrong);
        }
    }

    private static @Nullable String wrongName(String name, KindRules.NameRule rule, int lengthMax) {
        return switch (rule) {
            case SUBDOMAIN ->
                    wrong(
                            name,
                            lengthMax,
                            NameForm.SUBDOMAIN,
                            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
                                    + " characters, '-' or '.', and must start and end with an"
                                    + " alphanumeric character (e.g. 'example.com', regex used for"
                                    + " validation is '"
                                    + SUBDOMAIN
                                    + "')");
            case LABEL ->
                    wrong(
                            name,
                            lengthMax,
                            NameForm.LABEL,
                            "a lowercase RFC 1123 label must consist of lower case alphanumeric"
                                    + " characters or '-', and must start and end with an"
                                    + " alphanumeric character (e.g. 'my-name',  or '123-abc', regex"
                                    + " used for validation is '"
                                    + LABEL
                                    + "')");
            case DNS_1035 ->
                    wrong(
                            name,
                            lengthMax,
                            NameForm.DNS_1035,
                            "a DNS-1035 label must consist of lower case alphanumeric characters or"
                                    + " '-', start with an alphabetic character, and end with an"
                                    + " alphanumeric character (e.g. 'my-name',  or 'abc-123', regex"
                                    + " used for validation is '"
                                    + DNS_1035
                                    + "')");
            case PATH_SEGMENT -> {
                if (name.equals(".") || name.equals("..")) {
                    yield "may not be '" + name + "'";
                }
                yield name.contains("/")
                        ? "may not contain '/'"
                        : name.contains("%") ? "may not contain '%'" : null;
            }
        };
    }

    private static @Nullable String wrong(String name, int lengthMax, NameForm form, String why) {
        if (name.length() > lengthMax) {
            return "must be no more than " + lengthMax + " characters";
        }
        return form.matches(name) ? null : why;
    }

    private void labels(JsonNode labels) {
        for (Map.Entry<String, JsonNode> label : labels.properties()) {
            qualified("metadata.labels", label.getKey(), label.getKey());
            String value = label.getValue().asText();
            if (value.length() > LABEL_MAX) {
                invalid("metadata.labels", value, "must be no more than 63 bytes");
            } else if (!NameForm.LABEL_VALUE.matches(value)) {
                invalid(
                        "metadata.labels",
                        value,
                        "a valid label must be an empty string or consist of alphanumeric"
                                + " characters, '-', '_' or '.', and must start and end with an"
                                + " alphanumeric character (e.g. 'MyValue',  or 'my_value',  or"
                                + " '12345', regex used for validation is '"
                                + VALUE
                                + "')");
            }
        }
    }

    private void annotations(JsonNode annotations) {
        long bytes = 0;
        for (Map.Entry<String, JsonNode> annotation : annotations.properties()) {
            qualified(
                    "metadata.annotations",
                    annotation.getKey(),
                    annotation.getKey().toLowerCase(Locale.ROOT));
            bytes += annotation.getKey().getBytes(StandardCharsets.UTF_8).length;
            bytes += annotation.getValue().asText().getBytes(StandardCharsets.UTF_8).length;
        }
        if (bytes > ANNOTATION_BYTES_MAX) {
            causes.add(
                    new Cause(
                            "FieldValueTooLong",
                            "metadata.annotations",
                            "Too long: may not be more than " + ANNOTATION_BYTES_MAX + " bytes"));
        }
    }

    private void qualified(String field, String key, String name) {
        int slash = name.indexOf('/');
        if (slash == 0) {
            invalid(field, key, "prefix part must be non-empty");
        } else if (slash > 0 && !NameForm.SUBDOMAIN.matches(name.substring(0, slash))) {
            invalid(
                    field,
                    key,
                    "prefix part a lowercase RFC 1123 subdomain must consist of lower case"
                            + " alphanumeric characters, '-' or '.', and must start and end with an"
                            + " alphanumeric character (e.g. 'example.com', regex used for"
                            + " validation is '"
                            + SUBDOMAIN
                            + "')");
        }
        String part = name.substring(slash + 1);
        if (part.isEmpty()) {
            invalid(field, key, "name part must be non-empty");
        } else if (part.length() > LABEL_MAX) {
            invalid(field, key, "name part must be no more than 63 bytes");
        }
        if (!NameForm.QUALIFIED.matches(part)) {
            invalid(
                    field,
                    key,
                    "name part must consist of alphanumeric characters, '-', '_' or '.', and must"
                            + " start and end with an alphanumeric character (e.g. 'MyName',  or"
                            + " 'my.name',  or '123-abc', regex used for validation is '"
                            + NAME_PART
                            + "')");
        }
    }

    private void owners(JsonNode owners) {
        String controller = null;
        for (int i = 0; i < owners.size(); i++) {
            JsonNode owner = owners.get(i);
            String at = "metadata.ownerReferences";
            for (String field : List.of("apiVersion", "kind", "name", "uid")) {
                if (owner.path(field).asText("").isEmpty()) {
                    causes.add(
                            new Cause(
                                    "FieldValueInvalid",
                                    at + "." + field,
                                    "Invalid value: \"\": "
                                            + (field.equals("apiVersion")
                                                    ? "version must not be empty"
                                                    : field.equals("uid")
                                                            ? "must not be empty"
                                                            : field + " must not be empty")));
                }
            }
            if (owner.path("controller").asBoolean()) {
                String name = owner.path("kind").asText() + "/" + owner.path("name").asText();
                if (controller != null) {
                    causes.add(
                            new Cause(
                                    "FieldValueInvalid",
                                    at,
                                    "Invalid value: "
                                            + owners
                                            + ": Only one reference can have Controller set to true."
                                            + " Found \"true\" in references for "
                                            + controller
                                            + " and "
                                            + name));
                }
                controller = name;
            }
        }
    }

    private void finalizers(JsonNode finalizers) {
        for (int i = 0; i < finalizers.size(); i++) {
            String name = finalizers.get(i).asText();
            qualified("metadata.finalizers", name, name);
            if (name.indexOf('/') < 0 && !STANDARD_FINALIZERS.contains(name)) {
                invalid(
                        "metadata.finalizers[" + i + "]",
                        name,
                        "name is neither a standard finalizer name nor is it fully qualified");
            }
        }
        boolean orphan = false;
        boolean foreground = false;
        for (JsonNode finalizer : finalizers) {
            orphan |= finalizer.asText().equals("orphan");
            foreground |= finalizer.asText().equals("foregroundDeletion");
        }
        if (orphan && foreground) {
            invalid(
                    "metadata.finalizers",
                    finalizers.toString(),
                    "finalizer orphan and foregroundDeletion cannot be both set");
        }
    }

    private void invalid(String field, String value, String why) {
        causes.add(
                new Cause("FieldValueInvalid", field, "Invalid value: \"" + value + "\": " + why));
    }
}
