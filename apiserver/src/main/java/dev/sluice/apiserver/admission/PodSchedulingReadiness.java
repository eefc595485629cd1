package dev.sluice.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.BooleanSupplier;

/// Makes a server behave as one on which the feature `PodSchedulingReadiness` is off, while it is (S1.71): nobody gets scheduling
/// gates any more, without an error, and who has some keeps them until they are removed. Servers have the feature for good; this lets
/// tests show what one without it does to pods.
public final class PodSchedulingReadiness extends PodAdmission {
    private static final String GATES = "schedulingGates";

    private final BooleanSupplier on;

    public PodSchedulingReadiness(BooleanSupplier on) {
        super(true);
        this.on = on;
    }

    @Override
    public String name() {
        return "PodSchedulingReadiness";
    }

    @Override
    public void mutate(AdmissionRequest request, ObjectReader objects) {
        ObjectNode old = request.old();
        if (!on.getAsBoolean() && (old == null || old.path("spec").path(GATES).isEmpty())) {
            spec(request).remove(GATES);
        }
    }
}
