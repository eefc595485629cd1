package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.match.Vocabulary;
import dev.sluice.apiserver.type.TypeTable;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Rules of the two webhook configurations (H2.82 to H2.88).
public final class WebhookRules extends TypedRules {
    private static final List<String> FAILURE_POLICIES = List.of("Fail", "Ignore");
    private static final List<String> MATCH_POLICIES = List.of("Equivalent", "Exact");
    private static final List<String> SIDE_EFFECTS = List.of("None", "NoneOnDryRun");
    private static final List<String> REINVOCATIONS = List.of("IfNeeded", "Never");
    private static final List<String> VERSIONS = List.of("v1", "v1beta1");

    private final boolean mutating;

    /// @param typeName of one of the two configurations
    public WebhookRules(TypeTable table, String typeName, Traits traits) {
        super(table, typeName, traits);
        this.mutating = typeName.contains("Mutating");
    }

    @Override
    void check(ObjectNode configuration, Complaints out) {
        Set<String> names = new HashSet<>();
        int i = 0;
        for (JsonNode webhook : configuration.path("webhooks")) {
            Path path = Path.of("webhooks").index(i++);
            webhook(webhook, path, out);
            String name = Json.text(webhook, "name");
            if (!name.isEmpty() && !names.add(name)) {
                out.duplicate(path.child("name"), name);
            }
        }
    }

    private void webhook(JsonNode webhook, Path path, Complaints out) {
        String name = Json.text(webhook, "name");
        if (name.isEmpty()) {
            out.required(path.child("name"), "");
        } else if (!Names.subdomain(name).isEmpty()) {
            out.invalid(path.child("name"), name, Names.subdomain(name));
        } else if (name.split("\\.").length < 3) {
            out.invalid(
                    path.child("name"),
                    name,
                    "should be a domain with at least three segments separated by dots");
        }
        reviewVersions(webhook.path("admissionReviewVersions"), path, out);
        oneOf(webhook, "failurePolicy", FAILURE_POLICIES, path, out);
        oneOf(webhook, "matchPolicy", MATCH_POLICIES, path, out);
        if (webhook.has("sideEffects")) {
            oneOf(webhook, "sideEffects", SIDE_EFFECTS, path, out);
        } else {
            out.required(path.child("sideEffects"), "must specify one of None, NoneOnDryRun");
        }
        if (mutating) {
            oneOf(webhook, "reinvocationPolicy", REINVOCATIONS, path, out);
        }
        long timeout = Json.number(webhook, "timeoutSeconds", 10);
        if (timeout < 1 || timeout > 30) {
            out.invalid(
                    path.child("timeoutSeconds"),
                    timeout,
                    "the timeout value must be between 1 and 30 seconds");
        }
        for (String selector : List.of("namespaceSelector", "objectSelector")) {
            LabelCheck.selector(webhook.path(selector), path.child(selector), out);
        }
        client(webhook.path("clientConfig"), path.child("clientConfig"), out);
        ConditionCheck.conditions(
                webhook.path("matchConditions"),
                Vocabulary.SCOPE,
                path.child("matchConditions"),
                out);
        int i = 0;
        for (JsonNode rule : webhook.path("rules")) {
            MatchCheck.rule(rule, path.child("rules").index(i++), out);
        }
    }

    private static void reviewVersions(JsonNode versions, Path path, Complaints out) {
        Path here = path.child("admissionReviewVersions");
        if (versions.isEmpty()) {
            out.required(here, "must specify one of v1, v1beta1");
        } else if (Json.texts(versions).stream().noneMatch(VERSIONS::contains)) {
            out.invalid(here, versions, "must include at least one of v1, v1beta1");
        }
    }

    private static void oneOf(
            JsonNode parent, String field, List<String> allowed, Path path, Complaints out) {
        String value = Json.text(parent, field);
        if (!value.isEmpty() && !allowed.contains(value)) {
            out.unsupported(path.child(field), value, allowed);
        }
    }

    private static void client(JsonNode client, Path path, Complaints out) {
        if (client.has("url") == client.has("service")) {
            out.required(path, "exactly one of url or service is required");
            return;
        }
        if (client.has("url")) {
            url(Json.text(client, "url"), path.child("url"), out);
            return;
        }
        JsonNode service = client.get("service");
        Path here = path.child("service");
        for (String field : List.of("name", "namespace")) {
            if (Json.text(service, field).isEmpty()) {
                out.required(here.child(field), "service " + field + " is required");
            }
        }
        Numbers.between(service, "port", 1, 65535, here, out);
    }

    private static void url(String text, Path path, Complaints out) {
        String form = "; desired format: https://host[/path]";
        URI url;
        try {
            url = URI.create(text);
        } catch (IllegalArgumentException e) {
            out.required(path, "url must be a valid URL: " + e.getMessage() + form);
            return;
        }
        if (!"https".equals(url.getScheme())) {
            out.invalid(path, url.getScheme(), "'https' is the only allowed URL scheme" + form);
        }
        if (url.getHost() == null) {
            out.invalid(path, url.getHost(), "host must be specified" + form);
        }
        if (url.getUserInfo() != null) {
            out.invalid(path, url.getUserInfo(), "user information is not permitted in the URL");
        }
        if (url.getFragment() != null) {
            out.invalid(path, url.getFragment(), "fragments are not permitted in the URL");
        }
        if (url.getQuery() != null) {
            out.invalid(path, url.getQuery(), "query parameters are not permitted in the URL");
        }
    }
}
