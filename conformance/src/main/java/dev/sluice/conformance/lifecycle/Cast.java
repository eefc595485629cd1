package dev.sluice.conformance.lifecycle;

/// Who plays whom in a run at the moment: which of our jobs and workers stands for which of the recording.
final class Cast {
    private Naming naming = Naming.AS_IS;

    Naming naming() {
        return naming;
    }

    void become(Naming other) {
        naming = other;
    }
}
