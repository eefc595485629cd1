package dev.sluice.controllers.job;

import java.util.Optional;

/// The gate on a job itself, which keeps it out of the queues (KEP-6915). Pure.
final class JobHold {
    private final JobView view;

    JobHold(JobView view) {
        this.view = view;
    }

    /// A gate on the job itself: no Workload, no pods, whatever the job wants, and everybody can see why (KEP-6915).
    JobStep held() {
        String text = "Scheduling is gated by: " + view.wants().heldBy();
        if (!view.suspended()) {
            return new JobStep.StopJob(null, StopReason.NOT_ADMITTED, text);
        }
        if (view.ending() != null) {
            return JobStep.Rest.FOR_NOW;
        }
        String queue = view.wants().queueName();
        JobKind.HoldNote wanted =
                new JobKind.HoldNote(
                        true,
                        view.queueExists() || queue.isEmpty()
                                ? text
                                : text + "; LocalQueue " + queue + " doesn't exist");
        return wanted.equals(view.holdNote())
                ? JobStep.Rest.FOR_NOW
                : new JobStep.NoteHold(wanted, view.normal("SchedulingGated", wanted.message()));
    }

    /// The job has its Workload now.
    Optional<JobStep> released() {
        JobKind.HoldNote note = view.holdNote();
        if (note == null || !note.held() || !view.wants().heldBy().isEmpty()) {
            return Optional.empty();
        }
        String text = "Scheduling gate removed, the job is queued";
        return Optional.of(
                new JobStep.NoteHold(
                        new JobKind.HoldNote(false, text),
                        view.normal("SchedulingGateCleared", text)));
    }
}
