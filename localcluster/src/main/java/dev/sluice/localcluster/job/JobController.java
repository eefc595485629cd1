package dev.sluice.localcluster.job;

import dev.sluice.localcluster.event.CoreEvents;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Runs Jobs: reads a job and its pods from the caches, lets [JobPlanner] decide, and carries that out.
public final class JobController {
    private static final String COMPONENT = "job-controller";
    private static final String MANAGED_HERE = "kubernetes.io/job-controller";
    private static final String BY_JOB = "job";
    private static final int WORKERS = 8;

    private final Cluster cluster;
    private final CoreEvents events;
    private final Cache<Job> jobs;
    private final Cache<Pod> pods;
    private final Together together = new Together();

    /// Uids of pods that we deleted, until the watch shows it, by the uid of their job.
    private final Map<String, Set<String>> deletedByJob = new ConcurrentHashMap<>();

    /// Registers the loop; it runs once the cluster starts.
    public JobController(Cluster cluster, CoreEvents events) {
        this.cluster = cluster;
        this.events = events;
        this.jobs = cluster.cache(Job.class);
        this.pods = cluster.cache(Pod.class);
        pods.index(BY_JOB, JobController::jobKeys);
        cluster.loop("job", WORKERS, this::reconcile).onEach(jobs).on(pods, JobController::jobsOf);
    }

    private static List<String> jobKeys(Pod pod) {
        OwnerReference owner = owner(pod);
        return owner == null
                ? List.of()
                : List.of(pod.getMetadata().getNamespace() + "/" + owner.getName());
    }

    private static List<Key> jobsOf(Change<Pod> change) {
        Pod pod = change.latest();
        OwnerReference owner = owner(pod);
        return owner == null
                ? List.of()
                : List.of(new Key(pod.getMetadata().getNamespace(), owner.getName()));
    }

    private static @Nullable OwnerReference owner(Pod pod) {
        for (OwnerReference reference :
                Objects.requireNonNullElse(
                        pod.getMetadata().getOwnerReferences(), List.<OwnerReference>of())) {
            if (Boolean.TRUE.equals(reference.getController())
                    && "Job".equals(reference.getKind())
                    && reference.getApiVersion().startsWith("batch/")) {
                return reference;
            }
        }
        return null;
    }

    private Outcome reconcile(Key key) {
        Job job = jobs.get(key).orElse(null);
        List<Pod> own = new ArrayList<>();
        List<Pod> orphans = new ArrayList<>();
        for (Pod pod : pods.by(BY_JOB, key.toString())) {
            OwnerReference owner = owner(pod);
            boolean ours =
                    job != null
                            && owner != null
                            && job.getMetadata().getUid().equals(owner.getUid());
            (ours ? own : orphans).add(pod);
        }
        // A pod whose job is gone has nobody left to count it (H9.14).
        release(orphans);
        if (job == null || isManagedElsewhere(job)) {
            return Outcome.done();
        }
        Set<String> deleted = stillDeleting(job, own);
        JobPlan plan = JobPlanner.plan(job, own, deleted, cluster.clock().instant());
        carryOut(job, plan, deleted);
        return plan.again() == null ? Outcome.done() : Outcome.again(plan.again());
    }

    private static boolean isManagedElsewhere(Job job) {
        String manager = job.getSpec().getManagedBy();
        return manager != null && !manager.isEmpty() && !manager.equals(MANAGED_HERE);
    }

    private Set<String> stillDeleting(Job job, Collection<Pod> own) {
        String uid = job.getMetadata().getUid();
        Set<String> deleted = deletedByJob.get(uid);
        if (deleted == null) {
            return ConcurrentHashMap.newKeySet();
        }
        Set<String> unmarked = ConcurrentHashMap.newKeySet();
        for (Pod pod : own) {
            if (deleted.contains(JobPods.uid(pod)) && !JobPods.isDeleting(pod)) {
                unmarked.add(JobPods.uid(pod));
            }
        }
        if (unmarked.isEmpty()) {
            deletedByJob.remove(uid);
        }
        return unmarked;
    }

    private void carryOut(Job job, JobPlan plan, Set<String> deleted) {
        if (plan.deleteJob()) {
            cluster.delete(job, DeletionPropagation.FOREGROUND);
            return;
        }
        together.run(plan.create(), creation -> create(job, creation));
        if (!plan.delete().isEmpty()) {
            plan.delete().forEach(pod -> deleted.add(JobPods.uid(pod)));
            deletedByJob.put(job.getMetadata().getUid(), deleted);
            together.run(plan.delete(), pod -> end(job, pod));
        }
        if (plan.status() != null) {
            // The server takes nothing but the status and some metadata from it: no spec is sent.
            Job changed = new Job();
            changed.setMetadata(job.getMetadata());
            changed.setStatus(plan.status());
            cluster.updateStatus(changed);
        }
        for (JobEvent event : plan.events()) {
            events.tell(job, COMPONENT, event.warning(), event.reason(), event.message());
        }
        release(plan.release());
    }

    private void create(Job job, JobPlan.Creation creation) {
        try {
            Pod pod = cluster.create(PodFactory.pod(job, creation));
            events.tell(
                    job,
                    COMPONENT,
                    false,
                    "SuccessfulCreate",
                    "Created pod: " + pod.getMetadata().getName());
        } catch (KubernetesClientException refused) {
            events.tell(
                    job, COMPONENT, true, "FailedCreate", "Error creating: " + message(refused));
            throw refused;
        }
    }

    private static String message(KubernetesClientException refused) {
        return refused.getStatus() == null || refused.getStatus().getMessage() == null
                ? String.valueOf(refused.getMessage())
                : refused.getStatus().getMessage();
    }

    private void end(Job job, Pod pod) {
        release(pod);
        cluster.delete(pod, DeletionPropagation.BACKGROUND);
        events.tell(
                job,
                COMPONENT,
                false,
                "SuccessfulDelete",
                "Deleted pod: " + pod.getMetadata().getName());
    }

    private void release(List<Pod> pods) {
        together.run(pods.stream().filter(JobPods::isTracked).toList(), this::release);
    }

    /// Takes our finalizer off a pod; a pod that is gone needs nothing.
    private void release(Pod pod) {
        if (!JobPods.isTracked(pod)) {
            return;
        }
        var body =
                Map.of(
                        "metadata",
                        Map.of(
                                "uid",
                                JobPods.uid(pod),
                                "$deleteFromPrimitiveList/finalizers",
                                List.of(JobPods.FINALIZER)));
        try {
            cluster.patch(pod, PatchType.STRATEGIC_MERGE, cluster.json(body));
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw refused;
            }
        }
    }
}
