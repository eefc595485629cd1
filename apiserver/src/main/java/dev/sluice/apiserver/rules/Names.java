package dev.sluice.apiserver.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Checks of names of all sorts. Each returns what is wrong, in the API's words; an empty list accepts.
final class Names {
    private static final Pattern ENVIRONMENT = Pattern.compile("[-._a-zA-Z][-._a-zA-Z0-9]*");
    private static final Pattern CONFIG_KEY = Pattern.compile("[-._a-zA-Z0-9]+");
    private static final Pattern PORT_NAME = Pattern.compile("[-a-z0-9]+");
    private static final Pattern HTTP_PATH = Pattern.compile("[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");

    private static final String LABEL_FORM =
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start"
                    + " and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for"
                    + " validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
    private static final String SUBDOMAIN_FORM =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must"
                    + " start and end with an alphanumeric character (e.g. 'example.com', regex used for validation"
                    + " is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    private static final String QUALIFIED_FORM =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric"
                    + " character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is"
                    + " '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    private static final String LABEL_VALUE_FORM =
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must"
                    + " start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345',"
                    + " regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
    private static final String DNS_1035_FORM =
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic"
                    + " character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used"
                    + " for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

    private Names() {}

    /// DNS-1123 label.
    static List<String> label(String name) {
        return check(name, 63, NameForm.LABEL, LABEL_FORM);
    }

    static List<String> dns1035(String name) {
        return check(name, 63, NameForm.DNS_1035, DNS_1035_FORM);
    }

    /// DNS-1123 subdomain.
    static List<String> subdomain(String name) {
        return check(name, 253, NameForm.SUBDOMAIN, SUBDOMAIN_FORM);
    }

    static List<String> labelValue(String value) {
        return check(value, 63, NameForm.LABEL_VALUE, LABEL_VALUE_FORM);
    }

    /// `name` or `prefix/name`: keys of labels, names of gates and conditions.
    static List<String> qualified(String name) {
        List<String> wrong = new ArrayList<>();
        String[] parts = name.split("/", -1);
        String last = parts[parts.length - 1];
        if (parts.length > 2) {
            return List.of(
                    "a valid label key "
                            + QUALIFIED_FORM.replace("(e.g.", "(e.g.")
                            + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        if (parts.length == 2) {
            if (parts[0].isEmpty()) {
                wrong.add("prefix part must be non-empty");
            } else {
                subdomain(parts[0]).forEach(text -> wrong.add("prefix part " + text));
            }
        }
        if (last.isEmpty()) {
            wrong.add("name part must be non-empty");
        } else if (last.length() > 63) {
            wrong.add("name part must be no more than 63 bytes");
        }
        if (!NameForm.QUALIFIED.matches(last)) {
            wrong.add("name part " + QUALIFIED_FORM);
        }
        return wrong;
    }

    static List<String> environmentVariable(String name) {
        if (ENVIRONMENT.matcher(name).matches() && !name.equals(".") && !name.startsWith("..")) {
            return List.of();
        }
        return List.of(
                "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.',"
                        + " and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or"
                        + " 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')");
    }

    /// Keys of ConfigMaps and Secrets.
    static List<String> configKey(String key) {
        if (key.length() <= 253
                && CONFIG_KEY.matcher(key).matches()
                && !key.equals(".")
                && !key.startsWith("..")) {
            return List.of();
        }
        return List.of(
                "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or"
                        + " 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')");
    }

    static List<String> portName(String name) {
        List<String> wrong = new ArrayList<>();
        if (name.length() > 15) {
            wrong.add("must be no more than 15 characters");
        }
        if (!PORT_NAME.matcher(name).matches()) {
            wrong.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (name.chars().noneMatch(c -> c >= 'a' && c <= 'z')) {
            wrong.add("must contain at least one letter (a-z)");
        }
        if (name.contains("--")) {
            wrong.add("must not contain consecutive hyphens");
        }
        if (name.startsWith("-") || name.endsWith("-")) {
            wrong.add("must not begin or end with a hyphen");
        }
        return wrong;
    }

    /// Path with a domain before it, such as `acme.io/foo`, at most 63 characters in use.
    static List<String> domainPrefixedPath(String text) {
        String[] parts = text.split("/", 2);
        if (parts.length < 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
            return List.of("must be a domain-prefixed path (such as \"acme.io/foo\")");
        }
        List<String> wrong = new ArrayList<>(subdomain(parts[0]));
        if (!HTTP_PATH.matcher(parts[1]).matches()) {
            wrong.add("Invalid path");
        }
        return wrong;
    }

    private static List<String> check(String name, int limit, NameForm form, String text) {
        List<String> wrong = new ArrayList<>();
        if (name.length() > limit) {
            wrong.add("must be no more than " + limit + " bytes");
        }
        if (!form.matches(name)) {
            wrong.add(text);
        }
        return wrong;
    }
}
