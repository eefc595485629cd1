package dev.sluice.controllers.pod;

import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.job.JobWants;
import dev.sluice.controllers.job.Reach;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What those who ask are told about pods in queues: which Workload a pod is counted in, or why there is none, by the code that
/// makes it.
public final class QueuedPods {
    private final PodViews views;
    private final Reach reach;
    private final Cache<Pod> pods;
    private final Cache<Workload> workloads;

    QueuedPods(PodViews views, Reach reach, Cache<Pod> pods, Cache<Workload> workloads) {
        this.views = views;
        this.reach = reach;
        this.pods = pods;
        this.workloads = workloads;
    }

    /// How a pod stands that waits for its admission.
    ///
    /// @param group that it belongs to; empty for a pod of its own
    /// @param workload name of its Workload; empty while there is none
    /// @param obstacles why there is none, as far as that is known; clauses without a full stop
    public record Standing(String group, String workload, List<String> obstacles) {
        public Standing {
            obstacles = List.copyOf(obstacles);
        }
    }

    /// @return nothing for a pod that does not wait for an admission
    public Optional<Standing> of(String namespace, String name) {
        return pods.get(namespace, name)
                .filter(PodFacts::managed)
                .filter(PodFacts::gated)
                .map(pod -> PodFacts.group(pod).isEmpty() ? alone(pod) : together(pod));
    }

    private Standing alone(Pod pod) {
        List<Workload> owned =
                workloads.by(PodReconciler.BY_POD, Key.of(pod).toString()).stream()
                        .filter(
                                workload ->
                                        PodReconciler.owns(pod.getMetadata().getUid(), workload))
                        .toList();
        PodJob job = PodJob.of(pod);
        JobWants wants = views.ofPod(job, owned).wants();
        if (!owned.isEmpty()) {
            return new Standing("", Facts.name(owned.getFirst()), List.of());
        }
        List<String> obstacles = new ArrayList<>(general(job, wants));
        if (!wants.prebuiltWorkload().isEmpty()) {
            obstacles.add(prebuilt(pod, wants));
        }
        return new Standing("", "", obstacles);
    }

    private Standing together(Pod pod) {
        String name = PodFacts.group(pod);
        GroupView group = group(pod.getMetadata().getNamespace(), name);
        Workload workload = group.workload();
        JobWants wants = group.view().wants();
        boolean asked = !wants.prebuiltWorkload().isEmpty();
        if (workload != null && (asked || GroupPlan.ofGroup(workload))) {
            return new Standing(name, name, List.of());
        }
        List<String> obstacles = new ArrayList<>(general(group.group(), wants));
        if (workload != null) {
            obstacles.add("a Workload of this name is there already and not one of a group");
        } else if (asked) {
            obstacles.add(prebuilt(pod, wants));
        } else if (!group.group().parent().isEmpty()) {
            PodFacts.controller(pod)
                    .ifPresent(
                            owner ->
                                    obstacles.add(
                                            "%s %s, which queues its pods as a whole, has none"
                                                    .formatted(owner.getKind(), owner.getName())));
        } else {
            lack(group).ifPresent(obstacles::add);
        }
        return new Standing(name, "", obstacles);
    }

    private GroupView group(String namespace, String name) {
        return views.ofGroup(
                PodJob.ofGroup(
                        name,
                        pods.by(PodReconciler.BY_GROUP, new Key(namespace, name).toString())));
    }

    /// What keeps pods out of the queues as it would any job.
    private List<String> general(PodJob job, JobWants wants) {
        List<String> obstacles = new ArrayList<>();
        if (!reach.covers(job.first(), wants)) {
            obstacles.add(
                    wants.queueName().isEmpty()
                            ? "no queue is named"
                            : "namespace %s is not managed"
                                    .formatted(job.first().getMetadata().getNamespace()));
        }
        if (!wants.heldBy().isEmpty()) {
            String holders =
                    job.pods().stream()
                            .filter(pod -> !gates(pod).isBlank())
                            .map(pod -> "pod %s by %s".formatted(PodFacts.name(pod), gates(pod)))
                            .collect(Collectors.joining(", "));
            obstacles.add(
                    "held by the annotation %s: %s"
                            .formatted(
                                    Annotations.SCHEDULING_GATED_BY,
                                    holders.isEmpty()
                                            ? "its Deployment by " + wants.heldBy()
                                            : holders));
        }
        return obstacles;
    }

    private static String gates(Pod pod) {
        return JobWants.annotation(pod, Annotations.SCHEDULING_GATED_BY).strip();
    }

    private String prebuilt(Pod pod, JobWants wants) {
        String name = wants.prebuiltWorkload();
        return workloads.get(pod.getMetadata().getNamespace(), name).isEmpty()
                ? "missing workload: there is no prebuilt Workload " + name
                : "the prebuilt Workload " + name + " is not taken yet, or belongs to another job";
    }

    /// What the group lacks to be a whole.
    private static Optional<String> lack(GroupView view) {
        PodJob group = view.group();
        return Composition.totals(group)
                .or(() -> Composition.fewer(group))
                .or(
                        () ->
                                view.composition() instanceof Composition.Not(String why)
                                        ? Optional.of(why)
                                        : Optional.empty());
    }

    /// Which pods a group waits for that is kept out of the queues until new ones come, and what helps.
    public String replacement(Workload workload) {
        String name = Facts.name(workload);
        List<Pod> members = List.copyOf(pods.by(PodReconciler.BY_GROUP, Facts.path(workload)));
        if (members.isEmpty()) {
            return "none of its pods is there; delete the Workload, or create them anew";
        }
        PodJob group = PodJob.ofGroup(name, members);
        String gone = Composition.gone(group);
        String remedy =
                group.parent().isEmpty()
                        ? "create a new pod in its place, or delete the Workload to end the group"
                        : PodFacts.controller(group.first())
                                        .map(owner -> owner.getKind() + " " + owner.getName())
                                        .orElse("whoever makes them")
                                + " makes new ones";
        return gone.isEmpty() ? remedy : gone + "; " + remedy;
    }
}
