package dev.sluice.localcluster.cron;

import dev.sluice.localcluster.event.CoreEvents;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobStatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Makes the jobs of CronJobs when they are due, and deletes the old ones.
public final class CronJobController {
    private static final String COMPONENT = "cronjob-controller";
    private static final String BY_OWNER = "made by CronJob";
    private static final int WORKERS = 2;

    private final Cluster cluster;
    private final CoreEvents events;
    private final Cache<CronJob> crons;
    private final Cache<Job> jobs;

    /// Registers the loop; it runs once the cluster starts.
    public CronJobController(Cluster cluster, CoreEvents events) {
        this.cluster = cluster;
        this.events = events;
        this.crons = cluster.cache(CronJob.class);
        this.jobs = cluster.cache(Job.class);
        jobs.index(
                BY_OWNER,
                job -> {
                    OwnerReference owner = owner(job);
                    return owner == null ? List.of() : List.of(owner.getUid());
                });
        cluster.loop("cronjob", WORKERS, this::reconcile)
                .onEach(crons)
                .on(jobs, CronJobController::owners);
    }

    private static @Nullable OwnerReference owner(Job job) {
        for (OwnerReference reference :
                Objects.requireNonNullElse(
                        job.getMetadata().getOwnerReferences(), List.<OwnerReference>of())) {
            if (Boolean.TRUE.equals(reference.getController())
                    && reference.getKind().equals("CronJob")) {
                return reference;
            }
        }
        return null;
    }

    private static List<Key> owners(Change<Job> change) {
        OwnerReference owner = owner(change.latest());
        return owner == null
                ? List.of()
                : List.of(new Key(change.key().namespace(), owner.getName()));
    }

    private Outcome reconcile(Key key) {
        CronJob cron = crons.get(key).orElse(null);
        if (cron == null || cron.getMetadata().getDeletionTimestamp() != null) {
            return Outcome.done();
        }
        List<Job> own = new ArrayList<>(jobs.by(BY_OWNER, cron.getMetadata().getUid()));
        own.sort(Comparator.comparing(CronJobController::created));
        CronStanding standing = noteEnds(cron, own);
        forgetOldest(cron, own);
        CronSchedule schedule = schedule(cron);
        Outcome outcome = Outcome.done();
        if (schedule != null && !Boolean.TRUE.equals(cron.getSpec().getSuspend())) {
            outcome = runWhatIsDue(cron, own, standing, schedule);
        }
        CronJobStatus status = standing.status();
        if (!status.equals(cron.getStatus())) {
            cluster.updateStatus(new CronJobBuilder(cron).withStatus(status).build());
        }
        return outcome;
    }

    private static String created(Job job) {
        return job.getMetadata().getCreationTimestamp() + job.getMetadata().getName();
    }

    /// The status that is being put together.
    private static final class CronStanding {
        private final List<ObjectReference> active = new ArrayList<>();
        private @Nullable String lastSchedule;
        private @Nullable String lastSuccess;

        CronStanding(CronJob cron) {
            if (cron.getStatus() != null) {
                lastSchedule = cron.getStatus().getLastScheduleTime();
                lastSuccess = cron.getStatus().getLastSuccessfulTime();
            }
        }

        CronJobStatus status() {
            return new CronJobStatusBuilder()
                    .withActive(active)
                    .withLastScheduleTime(lastSchedule)
                    .withLastSuccessfulTime(lastSuccess)
                    .build();
        }
    }

    private CronStanding noteEnds(CronJob cron, List<Job> own) {
        CronStanding standing = new CronStanding(cron);
        for (Job job : own) {
            if (!MadeJob.hasEnded(job)) {
                standing.active.add(reference(job));
                continue;
            }
            boolean wasActive =
                    cron.getStatus() != null
                            && cron.getStatus().getActive().stream()
                                    .anyMatch(
                                            known ->
                                                    job.getMetadata()
                                                            .getUid()
                                                            .equals(known.getUid()));
            if (wasActive) {
                tell(
                        cron,
                        false,
                        "SawCompletedJob",
                        "Saw completed job: %s, condition: %s"
                                .formatted(job.getMetadata().getName(), MadeJob.end(job)));
            }
            String completed = job.getStatus().getCompletionTime();
            boolean newer =
                    completed != null
                            && (standing.lastSuccess == null
                                    || completed.compareTo(standing.lastSuccess) > 0);
            if (newer) {
                standing.lastSuccess = completed;
            }
        }
        return standing;
    }

    private static ObjectReference reference(Job job) {
        return new ObjectReferenceBuilder()
                .withApiVersion("batch/v1")
                .withKind("Job")
                .withNamespace(job.getMetadata().getNamespace())
                .withName(job.getMetadata().getName())
                .withUid(job.getMetadata().getUid())
                .withResourceVersion(job.getMetadata().getResourceVersion())
                .build();
    }

    private void forgetOldest(CronJob cron, List<Job> own) {
        delete(cron, own, "Complete", cron.getSpec().getSuccessfulJobsHistoryLimit());
        delete(cron, own, "Failed", cron.getSpec().getFailedJobsHistoryLimit());
    }

    private void delete(CronJob cron, List<Job> own, String end, @Nullable Integer limit) {
        if (limit == null) {
            return;
        }
        List<Job> ended = own.stream().filter(job -> end.equals(MadeJob.end(job))).toList();
        for (Job job : ended.subList(0, Math.max(0, ended.size() - limit))) {
            delete(cron, job);
        }
    }

    private void delete(CronJob cron, Job job) {
        cluster.delete(job, DeletionPropagation.BACKGROUND);
        tell(cron, false, "SuccessfulDelete", "Deleted job " + job.getMetadata().getName());
    }

    private @Nullable CronSchedule schedule(CronJob cron) {
        String zone = cron.getSpec().getTimeZone();
        try {
            return CronSchedule.parse(
                    cron.getSpec().getSchedule(),
                    zone == null || zone.isEmpty() ? ZoneOffset.UTC : ZoneId.of(zone));
        } catch (DateTimeException unknown) {
            tell(cron, true, "UnknownTimeZone", "invalid timeZone: \"" + zone + "\"");
        } catch (IllegalArgumentException wrong) {
            tell(
                    cron,
                    true,
                    "UnparseableSchedule",
                    "unparseable schedule: \"%s\" : %s"
                            .formatted(cron.getSpec().getSchedule(), wrong.getMessage()));
        }
        return null;
    }

    private Outcome runWhatIsDue(
            CronJob cron, List<Job> own, CronStanding standing, CronSchedule schedule) {
        Instant now = cluster.clock().instant();
        MissedTimes missed = MissedTimes.of(cron, standing.lastSchedule, schedule, now);
        if (missed.tooMany()) {
            tell(
                    cron,
                    true,
                    "TooManyMissedTimes",
                    "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or"
                            + " check clock skew");
        }
        if (missed.latest() != null) {
            run(cron, own, standing, missed.latest());
        }
        return missed.next() == null
                ? Outcome.done()
                : Outcome.again(Duration.between(now, missed.next()));
    }

    private void run(CronJob cron, List<Job> own, CronStanding standing, Instant due) {
        String policy = Objects.requireNonNullElse(cron.getSpec().getConcurrencyPolicy(), "Allow");
        if (policy.equals("Forbid") && !standing.active.isEmpty()) {
            tell(
                    cron,
                    false,
                    "JobAlreadyActive",
                    "Not starting job because prior execution is running and concurrency policy is"
                            + " Forbid");
            return;
        }
        if (policy.equals("Replace")) {
            own.stream().filter(job -> !MadeJob.hasEnded(job)).forEach(job -> delete(cron, job));
            standing.active.clear();
        }
        Job wanted = MadeJob.of(cron, due);
        try {
            Job made = cluster.create(wanted);
            standing.active.add(reference(made));
            tell(cron, false, "SuccessfulCreate", "Created job " + made.getMetadata().getName());
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                tell(cron, true, "FailedCreate", "Error creating job: " + refused.getMessage());
                throw refused;
            }
        }
        standing.lastSchedule = due.toString();
    }

    private void tell(CronJob cron, boolean warning, String reason, String message) {
        events.tell(cron, COMPONENT, warning, reason, message);
    }
}
