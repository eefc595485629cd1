package dev.sluice.apiserver.admission.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.admission.Equivalents;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.admission.Registered;
import dev.sluice.apiserver.cel.Authority;
import dev.sluice.apiserver.cel.CelSyntaxError;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.apiserver.security.User;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The ValidatingAdmissionPolicies with their bindings: they are asked about final objects, after the kind's own rules and
/// before validating webhooks (H2.80). All are asked, then the first refusal counts; warnings and audit annotations are
/// those of all.
public final class ValidatingPolicies {
    private static final Logger LOG = LoggerFactory.getLogger(ValidatingPolicies.class);
    private static final String GROUP = ".admissionregistration.k8s.io";
    private static final String POLICIES = "validatingadmissionpolicies" + GROUP;
    private static final String BINDINGS = "validatingadmissionpolicybindings" + GROUP;
    private static final String FAILURES =
            "validation.policy.admission.k8s.io/validation_failure";

    private final PolicyCases cases;
    private final Registered<Bound> bound;

    /// @param bindings by name
    private record Bound(Policy policy, List<Validation> validations, List<Binding> bindings) {}

    /// @param authorities what a user may do, for the name `authorizer`
    public ValidatingPolicies(
            ObjectReader objects,
            Equivalents equivalents,
            KindRegistry kinds,
            Function<User, Authority> authorities) {
        this.cases = new PolicyCases(objects, equivalents, kinds, authorities);
        this.bound = new Registered<>(() -> read(objects));
    }

    /// Tells which resources have changed; returns at once.
    public void changed(Set<String> resources) {
        if (resources.contains(POLICIES) || resources.contains(BINDINGS)) {
            bound.forget();
        }
    }

    private static List<Bound> read(ObjectReader objects) {
        List<Binding> bindings = objects.list(BINDINGS, "").stream().map(Binding::of).toList();
        List<Bound> all = new ArrayList<>();
        for (ObjectNode object : objects.list(POLICIES, "")) {
            String name = object.path("metadata").path("name").asText();
            List<Binding> own = bindings.stream().filter(b -> b.policy().equals(name)).toList();
            if (own.isEmpty()) {
                continue;
            }
            try {
                Policy policy = Policy.of(object);
                all.add(new Bound(policy, Validation.all(policy), own));
            } catch (CelSyntaxError e) {
                LOG.error("A policy cannot be used: name={} why={}", name, e.text());
            }
        }
        return List.copyOf(all);
    }

    /// Asks all that are about the request.
    ///
    /// @throws ApiError that of the first, in their order, that refuses
    public void validate(AdmissionRequest request) {
        List<Bound> all = bound.all();
        if (all.isEmpty()) {
            return;
        }
        Findings findings = new Findings(request);
        for (Bound one : all) {
            for (Binding binding : one.bindings()) {
                ask(one, binding, request, findings);
            }
        }
        findings.publish();
    }

    private void ask(Bound one, Binding binding, AdmissionRequest request, Findings findings) {
        Policy policy = one.policy();
        try {
            for (PolicyCases.Case each : cases.of(policy, binding, request)) {
                int index = 0;
                for (Validation validation : one.validations()) {
                    Validation.Verdict verdict = validation.check(each, policy.lenient());
                    findings.add(policy, binding, index++, verdict);
                }
            }
        } catch (PolicyCases.Unanswerable failure) {
            if (policy.lenient()) {
                LOG.warn("A policy is passed over: name={} why={}", policy.name(), failure.text());
                return;
            }
            findings.refuse(policy, binding, failure.text(), "");
        }
    }

    /// What all policies have said of one request.
    private static final class Findings {
        private final AdmissionRequest request;
        private final List<ApiError> refusals = new ArrayList<>();
        private final Map<String, List<String>> annotations = new LinkedHashMap<>();
        private final ArrayNode audited = JsonNodeFactory.instance.arrayNode();

        Findings(AdmissionRequest request) {
            this.request = request;
        }

        void add(Policy policy, Binding binding, int index, Validation.Verdict verdict) {
            switch (verdict) {
                case Validation.Verdict.Fine _ -> {}
                case Validation.Verdict.Note(String key, String value) -> {
                    List<String> values =
                            annotations.computeIfAbsent(
                                    policy.name() + "/" + key, _ -> new ArrayList<>());
                    if (!values.contains(value)) {
                        values.add(value);
                    }
                }
                case Validation.Verdict.Broken(String message) ->
                        refuse(policy, binding, message, "");
                case Validation.Verdict.Violated(String message, String reason) ->
                        violated(policy, binding, index, message, reason);
            }
        }

        private void violated(
                Policy policy, Binding binding, int index, String message, String reason) {
            Set<String> actions = binding.actions();
            if (actions.contains("Deny")) {
                refuse(policy, binding, message, reason);
            }
            if (actions.contains("Warn")) {
                request.notes()
                        .warn(
                                "Validation failed for ValidatingAdmissionPolicy '"
                                        + policy.name()
                                        + "' with binding '"
                                        + binding.name()
                                        + "': "
                                        + message);
            }
            if (actions.contains("Audit")) {
                ObjectNode entry =
                        audited.addObject()
                                .put("message", message)
                                .put("policy", policy.name())
                                .put("binding", binding.name())
                                .put("expressionIndex", index);
                actions.stream().sorted().forEach(entry.putArray("validationActions")::add);
            }
        }

        void refuse(Policy policy, Binding binding, String message, String reason) {
            String text =
                    "ValidatingAdmissionPolicy '"
                            + policy.name()
                            + "' with binding '"
                            + binding.name()
                            + "' denied request: "
                            + message;
            refusals.add(Refusals.of(request, text, reason));
        }

        void publish() {
            annotations.forEach(
                    (key, values) -> request.notes().annotate(key, String.join(", ", values)));
            if (!audited.isEmpty()) {
                request.notes().annotate(FAILURES, audited.toString());
            }
            if (!refusals.isEmpty()) {
                throw refusals.getFirst();
            }
        }
    }

    /// How policies refuse.
    static final class Refusals {
        private Refusals() {}

        /// @param reason as a validation gives it, empty for the usual one
        static ApiError of(AdmissionRequest request, String text, String reason) {
            String given = reason.isEmpty() ? "Invalid" : reason;
            int code =
                    switch (given) {
                        case "Forbidden" -> 403;
                        case "Unauthorized" -> 401;
                        case "RequestEntityTooLarge" -> 413;
                        default -> 422;
                    };
            ApiError forbidden =
                    ApiError.forbidden(
                            request.kind().group(),
                            request.kind().plural(),
                            request.nameOrBase(),
                            text);
            return new ApiError(
                    code,
                    given,
                    forbidden.text(),
                    new ApiError.Details(
                            request.nameOrBase(),
                            request.kind().group(),
                            request.kind().plural(),
                            null,
                            List.of(new Cause("", "", text)),
                            0));
        }
    }
}
