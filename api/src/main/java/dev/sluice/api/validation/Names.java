package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Which texts may be names, label keys and label values, and what is said about others.
public final class Names {
    private static final int NAME_MAX = 63;
    private static final int SUBDOMAIN_MAX = 253;

    private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String VALUE = "(" + NAME + ")?";
    private static final String SUBDOMAIN =
            "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
    private static final String PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

    private static final Pattern NAME_PATTERN = Pattern.compile(NAME);
    private static final Pattern VALUE_PATTERN = Pattern.compile(VALUE);
    private static final Pattern SUBDOMAIN_PATTERN = Pattern.compile(SUBDOMAIN);
    private static final Pattern PATH_PATTERN = Pattern.compile(PATH);

    private static final String NAME_TEXT =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric"
                    + " character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '"
                    + NAME
                    + "')";
    private static final String VALUE_TEXT =
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start"
                    + " and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used"
                    + " for validation is '"
                    + VALUE
                    + "')";
    private static final String SUBDOMAIN_TEXT =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start"
                    + " and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '"
                    + SUBDOMAIN
                    + "')";

    private Names() {}

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /// A key of a label or annotation, or the name of a resource: a name, perhaps after a domain and a slash.
    static List<String> faultsOfKey(String key) {
        String[] parts = key.split("/", -1);
        List<String> faults = new ArrayList<>();
        if (parts.length > 2) {
            return List.of(
                    "a qualified name "
                            + NAME_TEXT
                            + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        if (parts.length == 2) {
            if (parts[0].isEmpty()) {
                faults.add("prefix part must be non-empty");
            } else {
                faultsOfSubdomain(parts[0]).forEach(f -> faults.add("prefix part " + f));
            }
        }
        String name = parts[parts.length - 1];
        if (name.isEmpty()) {
            faults.add("name part must be non-empty");
        } else if (bytes(name) > NAME_MAX) {
            faults.add("name part must be no more than " + NAME_MAX + " bytes");
        }
        if (!NAME_PATTERN.matcher(name).matches()) {
            faults.add("name part " + NAME_TEXT);
        }
        return faults;
    }

    /// What keeps a text from being the value of a label.
    public static List<String> faultsOfValue(String value) {
        List<String> faults = new ArrayList<>();
        if (bytes(value) > NAME_MAX) {
            faults.add("must be no more than " + NAME_MAX + " bytes");
        }
        if (!VALUE_PATTERN.matcher(value).matches()) {
            faults.add(VALUE_TEXT);
        }
        return faults;
    }

    static List<String> faultsOfSubdomain(String text) {
        List<String> faults = new ArrayList<>();
        if (bytes(text) > SUBDOMAIN_MAX) {
            faults.add("must be no more than " + SUBDOMAIN_MAX + " bytes");
        }
        if (!SUBDOMAIN_PATTERN.matcher(text).matches()) {
            faults.add(SUBDOMAIN_TEXT);
        }
        return faults;
    }

    /// A domain, a slash and a path (A7.23).
    static List<Complaint> complaintsAboutDomainPath(String field, String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || slash == text.length() - 1 || slash == 0) {
            return List.of(
                    Complaint.invalid(
                            field,
                            text,
                            "must be a domain-prefixed path (such as \"acme.io/foo\")"));
        }
        String domain = text.substring(0, slash);
        String path = text.substring(slash + 1);
        List<Complaint> complaints = new ArrayList<>();
        faultsOfSubdomain(domain).forEach(f -> complaints.add(Complaint.invalid(field, domain, f)));
        if (!PATH_PATTERN.matcher(path).matches()) {
            complaints.add(
                    Complaint.invalid(
                            field,
                            path,
                            "Invalid path (regex used for validation is '" + PATH + "')"));
        }
        return complaints;
    }

    /// Keys and values of a map of labels.
    static List<Complaint> complaintsAboutLabels(String field, JsonNode labels) {
        List<Complaint> complaints = new ArrayList<>();
        for (Map.Entry<String, JsonNode> label : labels.properties()) {
            faultsOfKey(label.getKey())
                    .forEach(f -> complaints.add(Complaint.invalid(field, label.getKey(), f)));
            faultsOfValue(label.getValue().asText())
                    .forEach(
                            f ->
                                    complaints.add(
                                            Complaint.invalid(
                                                    field, label.getValue().asText(), f)));
        }
        return complaints;
    }

    /// Keys of a map of annotations.
    static List<Complaint> complaintsAboutAnnotations(String field, JsonNode annotations) {
        List<Complaint> complaints = new ArrayList<>();
        for (Map.Entry<String, JsonNode> annotation : annotations.properties()) {
            faultsOfKey(annotation.getKey().toLowerCase(java.util.Locale.ROOT))
                    .forEach(f -> complaints.add(Complaint.invalid(field, annotation.getKey(), f)));
        }
        return complaints;
    }
}
