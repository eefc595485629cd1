package dev.sluice.controllers.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Jobs on workers, and how the manager's show them (L3.10, L5.17, L5.41).
class RemoteJobsTest {
    private static final RemoteJobs JOBS = new RemoteJobs();

    private static JobBuilder job(boolean suspend) {
        return new JobBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName("a")
                .withUid("u1")
                .withResourceVersion("7")
                .addToLabels("kueue.x-k8s.io/queue-name", "lq")
                .addToAnnotations("team", "one")
                .endMetadata()
                .withNewSpec()
                .withManagedBy("kueue.x-k8s.io/multikueue")
                .withSuspend(suspend)
                .withManualSelector(false)
                .withNewSelector()
                .addToMatchLabels("batch.kubernetes.io/controller-uid", "u1")
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels("controller-uid", "u1")
                .addToLabels("batch.kubernetes.io/controller-uid", "u1")
                .addToLabels("mine", "yes")
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .endTemplate()
                .endSpec();
    }

    private static Job running(boolean suspend) {
        return job(suspend)
                .withNewStatus()
                .withActive(2)
                .withReady(1)
                .withStartTime("2026-01-01T00:00:00Z")
                .endStatus()
                .build();
    }

    @Test
    void theCopyHasNothingOfTheManagersCluster() {
        Job copy = RemoteCopies.of(JOBS, running(true), "job-a-12345", "mgr");
        assertThat(copy.getMetadata().getUid()).isNull();
        assertThat(copy.getMetadata().getResourceVersion()).isNull();
        assertThat(copy.getMetadata().getLabels())
                .containsEntry("kueue.x-k8s.io/multikueue-origin", "mgr")
                .containsEntry("kueue.x-k8s.io/queue-name", "lq");
        assertThat(copy.getMetadata().getAnnotations())
                .containsEntry("kueue.x-k8s.io/prebuilt-workload-name", "job-a-12345")
                .containsEntry("team", "one");
        assertThat(copy.getSpec().getManagedBy()).isNull();
        assertThat(copy.getSpec().getSelector()).isNull();
        assertThat(copy.getSpec().getSuspend()).isTrue();
        assertThat(copy.getSpec().getTemplate().getMetadata().getLabels()).containsOnlyKeys("mine");
        assertThat(copy.getStatus()).isNull();
        assertThat(RemoteCopies.workloadOf(copy)).contains("job-a-12345");
    }

    @Test
    void aRunningJobShowsTheOthersStatus() {
        Job shown = JOBS.synced(job(false).build(), running(false));
        assertThat(Objects.requireNonNull(shown).getStatus()).isEqualTo(running(false).getStatus());
        assertThat(JOBS.synced(shown, running(false))).isNull();
    }

    @Test
    void aSuspendedJobTakesNothingOver() {
        assertThat(JOBS.synced(job(true).build(), running(false))).isNull();
        assertThat(JOBS.synced(running(true), running(false))).isNull();
    }

    @Test
    void aJobThatIsStoppedOverThereKeepsItsStartUntilItIsSuspendedHere() {
        assertThat(JOBS.synced(running(false), suspended())).isNull();
    }

    /// It was put to rest here before it is suspended, and says so in its own words.
    @Test
    void aJobThatIsStoppedOverThereDoesNotSayHowTheOneHereRests() {
        assertThat(JOBS.synced(job(false).build(), suspended())).isNull();
    }

    private static Job suspended() {
        return job(true)
                .withNewStatus()
                .addNewCondition()
                .withType("Suspended")
                .withStatus("True")
                .withReason("JobSuspended")
                .endCondition()
                .endStatus()
                .build();
    }

    @Test
    void aJobThatIsNowhereElseIsLeftAlone() {
        assertThat(JOBS.synced(job(true).build(), null)).isNull();
        assertThat(JOBS.synced(job(false).build(), null)).isNull();
    }

    @Test
    void theEndIsShownWhateverTheLocalJobSays() {
        Job ended =
                job(false)
                        .withNewStatus()
                        .withSucceeded(2)
                        .addNewCondition()
                        .withType("Complete")
                        .withStatus("True")
                        .endCondition()
                        .endStatus()
                        .build();
        assertThat(Objects.requireNonNull(JOBS.synced(running(true), ended)).getStatus())
                .isEqualTo(ended.getStatus());
    }

    @Test
    void othersJobsAreRefused() { // L5.14
        assertThat(JOBS.refusal(job(true).build())).isNull();
        assertThat(
                        JOBS.refusal(
                                job(true)
                                        .editSpec()
                                        .withManagedBy("example.com/x")
                                        .endSpec()
                                        .build()))
                .isEqualTo(
                        "Expecting spec.managedBy to be \"kueue.x-k8s.io/multikueue\" not \"example.com/x\"");
    }
}
