package dev.sluice.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;

/// Gives a pod the account `default` and insists that its account exists (H2.64). Tokens are not mounted: nothing in a
/// simulated container could read them.
final class ServiceAccountAdmission extends PodAdmission {
    ServiceAccountAdmission() {
        super(false);
    }

    @Override
    public String name() {
        return "ServiceAccount";
    }

    @Override
    public void mutate(AdmissionRequest request, ObjectReader objects) {
        ObjectNode spec = spec(request);
        String account = spec.path("serviceAccountName").asText("");
        if (account.isEmpty()) {
            account = "default";
            spec.put("serviceAccountName", account).put("serviceAccount", account);
        }
        ObjectNode found = objects.get("serviceaccounts", request.namespace(), account);
        if (found == null) {
            throw forbidden(
                    request,
                    "error looking up service account "
                            + request.namespace()
                            + "/"
                            + account
                            + ": serviceaccount \""
                            + account
                            + "\" not found");
        }
        if (spec.path("imagePullSecrets").isEmpty() && found.has("imagePullSecrets")) {
            spec.set("imagePullSecrets", found.get("imagePullSecrets").deepCopy());
        }
    }
}
