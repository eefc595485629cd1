package dev.sluice.localcluster.cron;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;

/// A job that a CronJob makes: named after its time, so that no time makes two.
final class MadeJob {
    private static final String SCHEDULED = "batch.kubernetes.io/cronjob-scheduled-timestamp";

    private MadeJob() {}

    static Job of(CronJob cron, Instant due) {
        ObjectMeta template =
                Objects.requireNonNullElseGet(
                        cron.getSpec().getJobTemplate().getMetadata(), ObjectMeta::new);
        String zone = cron.getSpec().getTimeZone();
        ZoneId at = zone == null || zone.isEmpty() ? ZoneOffset.UTC : ZoneId.of(zone);
        return new JobBuilder()
                .withNewMetadata()
                .withNamespace(cron.getMetadata().getNamespace())
                .withName(cron.getMetadata().getName() + "-" + due.getEpochSecond() / 60)
                .withLabels(template.getLabels())
                .withAnnotations(template.getAnnotations())
                .addToAnnotations(
                        SCHEDULED,
                        due.atZone(at)
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toOffsetDateTime()
                                .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME))
                .withOwnerReferences(
                        new OwnerReferenceBuilder()
                                .withApiVersion("batch/v1")
                                .withKind("CronJob")
                                .withName(cron.getMetadata().getName())
                                .withUid(cron.getMetadata().getUid())
                                .withController(true)
                                .withBlockOwnerDeletion(true)
                                .build())
                .endMetadata()
                .withSpec(cron.getSpec().getJobTemplate().getSpec())
                .build();
    }

    static boolean hasEnded(Job job) {
        return !end(job).isEmpty();
    }

    /// `Complete`, `Failed`, or empty while it runs.
    static String end(Job job) {
        List<JobCondition> conditions =
                job.getStatus() == null || job.getStatus().getConditions() == null
                        ? List.of()
                        : job.getStatus().getConditions();
        for (JobCondition condition : conditions) {
            boolean terminal =
                    "Complete".equals(condition.getType()) || "Failed".equals(condition.getType());
            if (terminal && "True".equals(condition.getStatus())) {
                return condition.getType();
            }
        }
        return "";
    }
}
