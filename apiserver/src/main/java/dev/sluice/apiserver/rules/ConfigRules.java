package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.TypeTable;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Rules of ConfigMaps and Secrets (H2.63): keys, size, immutability, and what a type of Secret must hold.
public final class ConfigRules extends TypedRules {
    private static final int BYTES_MAX = 1024 * 1024;
    private static final Map<String, List<String>> KEYS_BY_TYPE =
            Map.of(
                    "kubernetes.io/tls", List.of("tls.crt", "tls.key"),
                    "kubernetes.io/dockerconfigjson", List.of(".dockerconfigjson"),
                    "kubernetes.io/dockercfg", List.of(".dockercfg"),
                    "kubernetes.io/ssh-auth", List.of("ssh-privatekey"));

    private final boolean secret;

    /// @param typeName `core.ConfigMap` or `core.Secret`
    public ConfigRules(TypeTable table, String typeName, Traits traits) {
        super(table, typeName, traits);
        this.secret = typeName.equals("core.Secret");
    }

    /// `stringData` is for writing only.
    @Override
    protected void fillIn(ObjectNode object) {
        if (secret && object.remove("stringData") instanceof ObjectNode texts) {
            ObjectNode data = Json.child(object, "data");
            for (var entry : texts.properties()) {
                byte[] bytes = entry.getValue().asText().getBytes(StandardCharsets.UTF_8);
                data.put(entry.getKey(), Base64.getEncoder().encodeToString(bytes));
            }
        }
    }

    @Override
    void check(ObjectNode object, Complaints out) {
        long size = 0;
        for (String field : secret ? List.of("data") : List.of("data", "binaryData")) {
            for (var entry : object.path(field).properties()) {
                String key = entry.getKey();
                Path path = Path.of(field).key(key);
                out.invalid(path, key, Names.configKey(key));
                if (field.equals("binaryData") && object.path("data").has(key)) {
                    out.invalid(path, key, "duplicate of key present in data");
                }
                size += size(entry.getValue(), secret || field.equals("binaryData"));
            }
        }
        if (size > BYTES_MAX) {
            out.tooLong(secret ? Path.of("data") : Path.ROOT.key(""), BYTES_MAX);
        }
        if (secret) {
            keysOfType(object, out);
        }
    }

    private static long size(JsonNode value, boolean base64) {
        String text = value.asText();
        if (!base64) {
            return text.getBytes(StandardCharsets.UTF_8).length;
        }
        long padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
        return text.length() / 4L * 3 - padding;
    }

    private static void keysOfType(ObjectNode object, Complaints out) {
        String type = Json.text(object, "type");
        for (String key : KEYS_BY_TYPE.getOrDefault(type, List.of())) {
            if (!object.path("data").has(key)) {
                out.required(Path.of("data").key(key), "");
            }
        }
        boolean basic = type.equals("kubernetes.io/basic-auth");
        JsonNode data = object.path("data");
        if (basic && !data.has("username") && !data.has("password")) {
            out.required(Path.of("data").key("username"), "");
            out.required(Path.of("data").key("password"), "");
        }
    }

    @Override
    void checkChange(ObjectNode object, ObjectNode old, Complaints out) {
        if (secret && !Json.text(object, "type").equals(Json.text(old, "type"))) {
            out.invalid(Path.of("type"), Json.text(object, "type"), "field is immutable");
        }
        if (!Json.flag(old, "immutable")) {
            return;
        }
        String frozen = "field is immutable when `immutable` is set";
        if (!Json.flag(object, "immutable")) {
            out.forbidden(Path.of("immutable"), frozen);
        }
        for (String field : List.of("data", "binaryData")) {
            if (!Objects.equals(object.get(field), old.get(field))) {
                out.forbidden(Path.of(field), frozen);
            }
        }
    }
}
