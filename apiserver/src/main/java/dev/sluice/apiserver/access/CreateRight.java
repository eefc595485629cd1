package dev.sluice.apiserver.access;

import dev.sluice.apiserver.admission.AdmissionPlugin;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.admission.ObjectReader;
import java.util.List;

/// A PUT or an apply that turns out to create its object needs the right to create, not only the one to change (H1.21, H3.22).
final class CreateRight implements AdmissionPlugin {
    private final AccessControl access;

    CreateRight(AccessControl access) {
        this.access = access;
    }

    @Override
    public String name() {
        return "CreateRight";
    }

    @Override
    public boolean concerns(AdmissionRequest request) {
        return request.operation() == AdmissionRequest.Operation.CREATE
                && request.subresource().isEmpty()
                && !request.user().isMaster();
    }

    @Override
    public List<String> validate(AdmissionRequest request, ObjectReader objects) {
        boolean isNamespace =
                request.kind().group().isEmpty() && request.kind().plural().equals("namespaces");
        access.require(
                new Attributes(
                        request.user(),
                        "create",
                        new Attributes.Resource(
                                isNamespace ? request.name() : request.namespace(),
                                request.kind().group(),
                                request.kind().plural(),
                                "",
                                request.name())));
        return List.of();
    }
}
