package dev.sluice.apiserver.admission;

/// A webhook, or a policy with a binding, that may change objects (H2.84).
public interface Mutator {
    /// What a mutator did with a request.
    enum Outcome {
        NOT_ASKED,
        UNCHANGED,
        CHANGED
    }

    /// Whether it wants to see the object again when others have changed it since (`reinvocationPolicy: IfNeeded`).
    boolean again();

    /// Changes `request.object()` in place, or leaves it.
    Outcome mutate(AdmissionRequest request);
}
