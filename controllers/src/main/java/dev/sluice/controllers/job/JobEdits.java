package dev.sluice.controllers.job;

import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Finalizers;
import dev.sluice.api.v1beta2.PriorityClassRef;
import dev.sluice.api.v1beta2.ReclaimablePod;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.workload.Facts;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What to do when a job no longer is what its Workload says, because somebody edited it (L2.22, L2.25, L2.26, L2.30). Pure.
final class JobEdits {
    private final JobView view;

    JobEdits(JobView view) {
        this.view = view;
    }

    /// The job was edited (L2.25, L2.26).
    JobStep follow(Workload workload) {
        if (view.suspended() && !Facts.reserved(workload) && !Facts.finished(workload)) {
            return rewrite(workload);
        }
        return replace(workload);
    }

    /// The Workload goes, after the job has stopped; another one is made then (L2.26).
    JobStep replace(Workload workload) {
        if (!view.suspended()) {
            return new JobStep.StopJob(
                    Injection.original(workload),
                    StopReason.NO_MATCHING_WORKLOAD,
                    "No matching Workload; restoring pod templates according to existent Workload");
        }
        return delete(workload);
    }

    private JobStep rewrite(Workload workload) {
        return switch (view.priority().get()) {
            case Priority.Missing missing -> missing(missing);
            case Priority.Known known -> {
                WorkloadSpec wanted = Facts.spec(view.composed().apply(known));
                yield new JobStep.ChangeSpec(
                        workload,
                        newest -> wanted.withActive(Facts.spec(newest).active()),
                        view.normal(
                                "UpdatedWorkload",
                                "Updated not matching Workload for suspended job: "
                                        + Facts.path(workload)));
            }
        };
    }

    JobStep delete(Workload workload) {
        return Facts.hasFinalizer(workload, Finalizers.RESOURCE_IN_USE)
                ? new JobStep.RemoveFinalizer(workload, null)
                : new JobStep.DeleteWorkload(
                        workload,
                        view.normal(
                                "DeletedWorkload",
                                "Deleted not matching Workload: " + Facts.path(workload)));
    }

    JobStep missing(Priority.Missing missing) {
        return new JobStep.Explain(
                missing.className(),
                Happening.warning(
                        view.reporter(),
                        "WorkloadPriorityClassNotFound",
                        "WorkloadPriorityClass \"" + missing.className() + "\" not found"));
    }

    /// What the job's labels say reaches the Workload (L2.22, L2.30).
    Optional<JobStep> synced(Workload workload) {
        WorkloadSpec spec = Facts.spec(workload);
        if (!Facts.reserved(workload)
                && !view.wants().queueName().equals(Facts.queueName(workload))) {
            String queue = view.wants().queueName();
            return Optional.of(
                    new JobStep.ChangeSpec(
                            workload,
                            newest ->
                                    Facts.reserved(newest)
                                            ? null
                                            : Facts.spec(newest)
                                                    .withQueueName(queue.isEmpty() ? null : queue),
                            null));
        }
        String gates = Facts.annotation(workload, Annotations.ADMISSION_GATED_BY);
        if (!view.wants().gatedBy().equals(gates == null ? "" : gates.strip())) {
            return Optional.of(
                    new JobStep.ChangeGates(
                            workload,
                            view.wants().gatedBy(),
                            view.normal(
                                    "UpdatedWorkload",
                                    "Updated workload AdmissionGatedBy to \""
                                            + view.wants().gatedBy()
                                            + "\"")));
        }
        if (priorityClassChanged(workload, spec.priorityClassRef())
                && view.priority().get() instanceof Priority.Known known) {
            return Optional.of(reprioritised(workload, known));
        }
        List<ReclaimablePod> wanted = view.reclaimablePods();
        if (!wanted.equals(Facts.status(workload).reclaimablePods())
                && (Facts.reserved(workload) || wanted.isEmpty())) {
            return Optional.of(
                    new JobStep.ChangeStatus(
                            workload,
                            newest -> Facts.status(newest).withReclaimablePods(wanted),
                            null));
        }
        return Optional.empty();
    }

    private boolean priorityClassChanged(Workload workload, @Nullable PriorityClassRef known) {
        String wanted = view.wants().priorityClass();
        if (known != null && !known.kind().equals("WorkloadPriorityClass")) {
            return false;
        }
        if (known == null) {
            return !wanted.isEmpty() && !Facts.reserved(workload);
        }
        return !wanted.isEmpty() && !wanted.equals(known.name());
    }

    private JobStep reprioritised(Workload workload, Priority.Known known) {
        return new JobStep.ChangeSpec(
                workload,
                newest ->
                        Facts.spec(newest)
                                .withPriority(known.value())
                                .withPriorityClassRef(known.source()),
                view.normal(
                        "UpdatedWorkload",
                        "Updated workload priority class: " + Facts.path(workload)));
    }

    /// A job whose class was changed to one that does not exist keeps its priority, and all else goes on.
    Optional<JobStep> missingClass(Workload workload) {
        return priorityClassChanged(workload, Facts.spec(workload).priorityClassRef())
                        && view.priority().get() instanceof Priority.Missing missing
                ? Optional.of(missing(missing))
                : Optional.empty();
    }
}
