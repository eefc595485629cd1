package dev.sluice.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.Refusal;
import dev.sluice.cli.client.Api;
import dev.sluice.cli.client.KindPaths;
import dev.sluice.cli.manifest.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Applies manifests to a cluster, by server-side apply, and tells file and line of what the server refuses.
final class Applier {
    /// `…: .spec.paralelism: field not declared in schema`
    private static final String STRICT = "strict decoding error: ";

    private static final Pattern FIELD_IN_MESSAGE =
            Pattern.compile("(?:: \\.|unknown field \")([^:\\s\"]+)");

    private static final String APPLY = "application/apply-patch+yaml";
    private static final String QUERY = "?fieldManager=sluice&force=true&fieldValidation=Strict";

    private final Api api;
    private final KindPaths paths;

    Applier(Api api) {
        this.api = api;
        paths = new KindPaths(api);
    }

    /// Creates or changes the object.
    ///
    /// @throws Refusal when the server does not take it
    void apply(Manifest manifest) {
        send(manifest, "");
    }

    /// Finds out whether the server would take the object.
    ///
    /// @throws Refusal when it would not
    void check(Manifest manifest) {
        send(manifest, "&dryRun=All");
    }

    private void send(Manifest manifest, String dryRun) {
        JsonNode object = manifest.object();
        String collection =
                paths.collection(object, "default")
                        .orElseThrow(
                                () ->
                                        new Refusal(
                                                "%s: there is no kind %s in %s"
                                                        .formatted(
                                                                manifest.place("kind"),
                                                                object.path("kind").asText(),
                                                                object.path("apiVersion")
                                                                        .asText())));
        String name = object.path("metadata").path("name").asText();
        Api.Answer answer =
                name.isEmpty()
                        ? api.send(
                                "POST",
                                collection + QUERY.replace("&force=true", "") + dryRun,
                                "application/json",
                                object.toString())
                        : api.send(
                                "PATCH",
                                collection + "/" + name + QUERY + dryRun,
                                APPLY,
                                object.toString());
        if (!answer.succeeded()) {
            throw new Refusal(manifest.place(fieldOf(answer)) + ": " + said(answer));
        }
    }

    /// The field that a refusal speaks of: its first cause, else a path in its message.
    private static String fieldOf(Api.Answer answer) {
        String field = answer.body().path("details").path("causes").path(0).path("field").asText();
        Matcher named = FIELD_IN_MESSAGE.matcher(said(answer));
        if ((field.isEmpty() || field.equals("patch")) && named.find()) {
            return named.group(1);
        }
        return field.startsWith("<") ? "" : field;
    }

    /// The server's words. A manifest that names unknown fields is told to its author whole before what is wrong with it.
    private static String said(Api.Answer answer) {
        String message = answer.message();
        int end = message.indexOf(STRICT);
        return end < 0 ? message : message.substring(end + STRICT.length());
    }
}
