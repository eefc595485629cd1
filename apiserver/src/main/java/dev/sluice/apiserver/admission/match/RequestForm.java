package dev.sluice.apiserver.admission.match;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.admission.TypedName;
import dev.sluice.apiserver.schema.Schema;
import dev.sluice.apiserver.schema.SchemaReader;
import dev.sluice.apiserver.security.User;

/// A request as webhooks get it and expressions see it: the `request` of an AdmissionReview (H2.86).
public final class RequestForm {
    /// The fields that expressions may name.
    public static final Schema SCHEMA = SchemaReader.read(schema());

    private RequestForm() {}

    /// Everything but the objects and the uid.
    ///
    /// @param asked the request in the version that a rule names
    /// @param original the request as it came
    public static ObjectNode of(AdmissionRequest asked, AdmissionRequest original) {
        ObjectNode form = JsonNodeFactory.instance.objectNode();
        form.set("kind", typed(asked.objectKind(), "kind"));
        form.set("resource", typed(asked.resource(), "resource"));
        put(form, "subResource", asked.subresource());
        form.set("requestKind", typed(original.objectKind(), "kind"));
        form.set("requestResource", typed(original.resource(), "resource"));
        put(form, "requestSubResource", original.subresource());
        put(form, "name", asked.name());
        put(form, "namespace", asked.isAboutNamespace() ? asked.name() : asked.namespace());
        form.put("operation", asked.operation().name());
        form.set("userInfo", user(asked.user()));
        form.put("dryRun", asked.dryRun());
        form.set("options", asked.options().get());
        return form;
    }

    private static void put(ObjectNode form, String field, String value) {
        if (!value.isEmpty()) {
            form.put(field, value);
        }
    }

    private static ObjectNode typed(TypedName name, String field) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        return node.put("group", name.group())
                .put("version", name.version())
                .put(field, name.name());
    }

    private static ObjectNode user(User user) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        put(node, "username", user.name());
        put(node, "uid", user.uid());
        user.groups().forEach(node.putArray("groups")::add);
        if (!user.extra().isEmpty()) {
            ObjectNode extra = node.putObject("extra");
            user.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
        }
        return node;
    }

    private static ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode fields = schema.putObject("properties");
        for (String field : new String[] {"kind", "requestKind"}) {
            texts(fields.putObject(field), "group", "version", "kind");
        }
        for (String field : new String[] {"resource", "requestResource"}) {
            texts(fields.putObject(field), "group", "version", "resource");
        }
        for (String field :
                new String[] {
                    "subResource", "requestSubResource", "name", "namespace", "operation"
                }) {
            fields.putObject(field).put("type", "string");
        }
        ObjectNode user = fields.putObject("userInfo");
        texts(user, "username", "uid");
        ObjectNode more = user.withObject("/properties");
        more.putObject("groups").put("type", "array").putObject("items").put("type", "string");
        ObjectNode extra = more.putObject("extra").put("type", "object");
        extra.putObject("additionalProperties")
                .put("type", "array")
                .putObject("items")
                .put("type", "string");
        fields.putObject("dryRun").put("type", "boolean");
        fields.putObject("options")
                .put("type", "object")
                .put("x-kubernetes-preserve-unknown-fields", true);
        return schema;
    }

    private static void texts(ObjectNode schema, String... names) {
        ObjectNode fields = schema.put("type", "object").putObject("properties");
        for (String name : names) {
            fields.putObject(name).put("type", "string");
        }
    }
}
