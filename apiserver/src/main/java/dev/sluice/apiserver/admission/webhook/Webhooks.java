package dev.sluice.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.admission.Equivalents;
import dev.sluice.apiserver.admission.Mutator;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.admission.Registered;
import dev.sluice.apiserver.cel.Authority;
import dev.sluice.apiserver.cel.CelSyntaxError;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.security.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The webhooks that are registered now, in the order in which they are asked: configurations by name, webhooks as listed
/// (H2.83). Mutating ones are asked one after the other, validating ones all at once.
public final class Webhooks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);
    private static final String MUTATING =
            "mutatingwebhookconfigurations.admissionregistration.k8s.io";
    private static final String VALIDATING =
            "validatingwebhookconfigurations.admissionregistration.k8s.io";

    private final WebhookCalls calls;
    private final WebhookClient client;
    private final Registered<Mutator> mutating;
    private final Registered<Webhook> validating;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /// @param authorities what a user may do, for match conditions
    public Webhooks(
            ObjectReader objects, Equivalents equivalents, Function<User, Authority> authorities) {
        this.client = new WebhookClient(new ServiceAddresses(objects));
        this.calls = new WebhookCalls(client, equivalents, objects, authorities);
        this.mutating =
                new Registered<>(
                        () -> read(objects, MUTATING, (w, c) -> new MutatingWebhook(w, c)));
        this.validating = new Registered<>(() -> read(objects, VALIDATING, (w, _) -> w));
    }

    /// Tells which resources have changed; returns at once.
    public void changed(Set<String> resources) {
        if (resources.contains(MUTATING)) {
            mutating.forget();
        }
        if (resources.contains(VALIDATING)) {
            validating.forget();
        }
    }

    private <T> List<T> read(
            ObjectReader objects, String resource, BiFunction<Webhook, WebhookCalls, T> make) {
        List<T> all = new ArrayList<>();
        for (ObjectNode configuration : objects.list(resource, "")) {
            String name = configuration.path("metadata").path("name").asText();
            for (JsonNode webhook : configuration.path("webhooks")) {
                try {
                    all.add(make.apply(Webhook.of(name, webhook), calls));
                } catch (CelSyntaxError e) {
                    LOG.error(
                            "A webhook cannot be used: configuration={} name={} why={}",
                            name,
                            webhook.path("name").asText(),
                            e.text());
                }
            }
        }
        return List.copyOf(all);
    }

    /// Those that may change objects.
    public List<Mutator> mutators() {
        return mutating.all();
    }

    /// Asks the validating ones.
    ///
    /// @throws ApiError that of the first, in their order, that refuses
    public void validate(AdmissionRequest request) {
        List<Webhook> all = validating.all();
        if (all.isEmpty()) {
            return;
        }
        List<Runnable> questions = new ArrayList<>();
        for (Webhook webhook : all) {
            AdmissionRequest asked = calls.asked(webhook, request);
            if (asked != null) {
                questions.add(() -> calls.call(webhook, asked, request, false));
            }
        }
        if (questions.size() == 1) {
            questions.getFirst().run();
            return;
        }
        askAll(questions);
    }

    private void askAll(List<Runnable> questions) {
        List<CompletableFuture<Void>> answers =
                questions.stream()
                        .map(question -> CompletableFuture.runAsync(question, threads))
                        .toList();
        ApiError first = null;
        for (CompletableFuture<Void> answer : answers) {
            try {
                answer.join();
            } catch (CompletionException failed) {
                if (!(failed.getCause() instanceof ApiError error)) {
                    throw failed;
                }
                first = first == null ? error : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        client.close();
    }
}
