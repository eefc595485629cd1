package dev.sluice.controllers.job;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Finalizers;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.Reasons;
import dev.sluice.controllers.workload.StatusChanges;
import dev.sluice.controllers.workload.WorkloadWriter;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Does what [JobPlan] decides about Workloads, and tells of it; the same for every kind of job.
public final class WorkloadSteps {
    private final Cluster cluster;
    private final Configuration settings;
    private final WorkloadWriter writer;
    private final EventRecorder events;
    private final String reporter;
    private final Told told = new Told();
    private final Told deleted = new Told();

    /// @param reporter who tells of what happens to jobs
    public WorkloadSteps(
            Cluster cluster,
            Configuration settings,
            WorkloadWriter writer,
            EventRecorder events,
            String reporter) {
        this.cluster = cluster;
        this.settings = settings;
        this.writer = writer;
        this.events = events;
        this.reporter = reporter;
    }

    /// Does one step. Returns null when the job is to be looked at again at once.
    public @Nullable Outcome take(JobStep.OfWorkload step, HasMetadata job, Instant now) {
        return switch (step) {
            case JobStep.Rest rest ->
                    rest.until() == null
                            ? Outcome.done()
                            : Outcome.again(Duration.between(now, rest.until()));
            case JobStep.Explain explain -> {
                explain(job, explain.subject(), explain.happening());
                yield Outcome.done();
            }
            case JobStep.CreateWorkload create -> {
                Workload made = cluster.create(create.workload());
                tell(
                        job,
                        Happening.normal(
                                reporter,
                                "CreatedWorkload",
                                "Created Workload: " + Facts.path(made)));
                yield null;
            }
            case JobStep.Adopt adopt -> {
                writer.object(
                        Key.of(adopt.workload()), workload -> WorkloadEdits.adopted(workload, job));
                yield null;
            }
            case JobStep.ChangeSpec change -> {
                if (writer.spec(Key.of(change.workload()), change.change()) != null) {
                    tell(job, change.happening());
                }
                yield null;
            }
            case JobStep.ChangeStatus change -> {
                if (writer.status(Key.of(change.workload()), change.change()) != null) {
                    tell(job, change.happening());
                }
                yield null;
            }
            case JobStep.ChangeGates change -> {
                Workload written =
                        writer.object(
                                Key.of(change.workload()),
                                workload -> WorkloadEdits.gated(workload, change.gates()));
                if (written != null) {
                    tell(job, change.happening());
                }
                yield null;
            }
            case JobStep.RemoveFinalizer remove -> {
                writer.removeFinalizer(Key.of(remove.workload()), Finalizers.RESOURCE_IN_USE);
                tell(job, remove.happening());
                yield null;
            }
            case JobStep.DeleteWorkload delete -> {
                cluster.delete(delete.workload(), DeletionPropagation.BACKGROUND);
                if (deleted.first(delete.workload().getMetadata().getUid())) {
                    tell(job, delete.happening());
                }
                yield Outcome.done();
            }
        };
    }

    /// The Workload of a job that is gone, or going, finishes (L2.17).
    public void finalizeWorkload(Workload workload) {
        Key key = Key.of(workload);
        if (!Facts.deleting(workload)
                && !Facts.finished(workload)
                && Facts.controllerOf(workload).isPresent()
                && settings.gates().isOn(FeatureGate.FINISH_ORPHANED_WORKLOADS)) {
            writer.status(
                    key,
                    newest ->
                            StatusChanges.of(newest, cluster.clock().instant(), settings)
                                    .finish(
                                            Reasons.OWNER_NOT_FOUND,
                                            "The workload's owner no longer exists")
                                    .done());
        }
        if (Facts.hasFinalizer(workload, Finalizers.RESOURCE_IN_USE)) {
            writer.removeFinalizer(key, Finalizers.RESOURCE_IN_USE);
        }
    }

    /// Tells something once for all that it is about.
    ///
    /// @param subject together with the happening, what is told only once
    public void explain(HasMetadata job, String subject, Happening happening) {
        if (told.first(subject + "\n" + happening.reason() + "\n" + happening.note())) {
            tell(job, happening);
        }
    }

    public void tell(HasMetadata job, @Nullable Happening happening) {
        if (happening != null) {
            events.record(job, happening);
        }
    }
}
