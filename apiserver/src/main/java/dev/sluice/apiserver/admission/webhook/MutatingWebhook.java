package dev.sluice.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.admission.Mutator;
import dev.sluice.apiserver.kind.BodyMismatch;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.patch.JsonPatch;
import dev.sluice.apiserver.patch.PatchMisfit;

/// A webhook that may answer with a JSON patch.
final class MutatingWebhook implements Mutator {
    private final Webhook webhook;
    private final WebhookCalls calls;

    MutatingWebhook(Webhook webhook, WebhookCalls calls) {
        this.webhook = webhook;
        this.calls = calls;
    }

    @Override
    public boolean again() {
        return webhook.again();
    }

    @Override
    public Outcome mutate(AdmissionRequest request) {
        AdmissionRequest asked = calls.asked(webhook, request);
        if (asked == null) {
            return Outcome.NOT_ASKED;
        }
        byte[] patch = calls.call(webhook, asked, request, true);
        if (patch.length == 0) {
            return Outcome.UNCHANGED;
        }
        return apply(patch, asked, request) ? Outcome.CHANGED : Outcome.UNCHANGED;
    }

    /// @return whether the object is another one now
    private boolean apply(byte[] document, AdmissionRequest asked, AdmissionRequest request) {
        ObjectNode before = asked.object();
        ObjectNode object = request.object();
        try {
            JsonPatch patch = JsonPatch.ofDocument(document);
            if (patch.isEmpty()) {
                return false;
            }
            if (before == null || object == null) {
                throw WebhookCalls.internal(
                        "admission webhook \""
                                + webhook.name()
                                + "\" attempted to modify the object, which is not supported for this"
                                + " operation");
            }
            ObjectNode patched = patch.applyOrExplain(before);
            Kind kind = asked.kind();
            if (request.objectKind().name().equals(request.kind().kind())) {
                kind.rules().conform(patched);
                kind.rules().applyDefaults(patched);
            }
            ObjectNode result = calls.restored(patched, kind, request);
            if (result.equals(object)) {
                return false;
            }
            object.removeAll();
            object.setAll(result);
            return true;
        } catch (PatchMisfit misfit) {
            throw WebhookCalls.internal(misfit.text());
        } catch (BodyMismatch mismatch) {
            throw WebhookCalls.internal(String.valueOf(mismatch.getMessage()));
        }
    }
}
