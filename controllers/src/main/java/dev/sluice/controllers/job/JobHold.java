package dev.sluice.controllers.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The gate on a job itself, which keeps it out of the queues (KEP-6915). Pure.
final class JobHold {
    private static final Duration FIRST_STATUS_AWAITED = Duration.ofSeconds(2);

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
        if (wanted.equals(view.holdNote())) {
            return JobStep.Rest.FOR_NOW;
        }
        Instant patience = view.stopConfirmed() ? Instant.MIN : firstStatusAwaited();
        return patience.isAfter(view.now())
                ? new JobStep.Rest(patience)
                : new JobStep.NoteHold(wanted, view.normal("SchedulingGated", wanted.message()));
    }

    /// Whoever runs the job's pods writes into the new job's status too: in turn, nobody has to write twice.
    private Instant firstStatusAwaited() {
        String created = view.job().getMetadata().getCreationTimestamp();
        return created == null ? Instant.MIN : Instant.parse(created).plus(FIRST_STATUS_AWAITED);
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
