package dev.sluice.apiserver.crd;

import static dev.sluice.apiserver.crd.Complaints.invalid;
import static dev.sluice.apiserver.crd.Complaints.quote;
import static dev.sluice.apiserver.crd.Complaints.required;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.Cause;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// What the group and the names of a definition must look like (H4.10).
final class DefinitionNames {
    private static final Pattern DNS_1035 = Pattern.compile("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final String DNS_1035_TEXT =
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic"
                    + " character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for"
                    + " validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

    private DefinitionNames() {}

    static void check(ObjectNode definition, List<Cause> causes) {
        JsonNode spec = definition.path("spec");
        JsonNode names = spec.path("names");
        String group = spec.path("group").asText("");
        String plural = names.path("plural").asText("");
        String name = definition.path("metadata").path("name").asText("");
        if (!name.equals(plural + "." + group)) {
            causes.add(
                    invalid(
                            "metadata.name",
                            quote(name),
                            "must be spec.names.plural+\".\"+spec.group"));
        }
        if (Groups.isProtected(group) && Groups.approval(definition).isEmpty()) {
            causes.add(
                    required(
                            "metadata.annotations[" + Groups.ANNOTATION + "]",
                            "protected groups must have approval annotation \""
                                    + Groups.ANNOTATION
                                    + "\", see https://github.com/kubernetes/enhancements/pull/1111"));
        }
        checkGroup(group, causes);
        checkName(names, "plural", causes);
        checkName(names, "singular", causes);
        checkKind(names, "kind", causes);
        checkKind(names, "listKind", causes);
        int index = 0;
        for (JsonNode shortName : names.path("shortNames")) {
            checkLabel(shortName.asText(), "spec.names.shortNames[" + index++ + "]", causes);
        }
        index = 0;
        for (JsonNode category : names.path("categories")) {
            checkLabel(category.asText(), "spec.names.categories[" + index++ + "]", causes);
        }
        if (!names.path("kind").asText("").isEmpty()
                && names.path("kind").equals(names.path("listKind"))) {
            causes.add(
                    invalid(
                            "spec.names.listKind",
                            names.path("listKind").toString(),
                            "kind and listKind may not be the same"));
        }
    }

    private static void checkGroup(String group, List<Cause> causes) {
        if (group.isEmpty()) {
            causes.add(required("spec.group", ""));
        } else if (!SUBDOMAIN.matcher(group).matches()) {
            causes.add(
                    invalid("spec.group", quote(group), "must be a lowercase RFC 1123 subdomain"));
        } else if (!group.contains(".")) {
            causes.add(
                    invalid(
                            "spec.group",
                            quote(group),
                            "should be a domain with at least one dot"));
        }
    }

    private static void checkName(JsonNode names, String field, List<Cause> causes) {
        String value = names.path(field).asText("");
        if (value.isEmpty()) {
            causes.add(required("spec.names." + field, ""));
        } else {
            checkLabel(value, "spec.names." + field, causes);
        }
    }

    /// A name that is a label of DNS: a plural, a short name, a version.
    static void checkLabel(String value, String path, List<Cause> causes) {
        if (!DNS_1035.matcher(value).matches()) {
            causes.add(invalid(path, quote(value), DNS_1035_TEXT));
        }
    }

    private static void checkKind(JsonNode names, String field, List<Cause> causes) {
        String value = names.path(field).asText("");
        String path = "spec.names." + field;
        if (value.isEmpty()) {
            causes.add(required(path, ""));
        } else if (!DNS_1035.matcher(value.toLowerCase(Locale.ROOT)).matches()) {
            causes.add(
                    invalid(
                            path,
                            quote(value),
                            "may have mixed case, but should otherwise match: " + DNS_1035_TEXT));
        }
    }
}
