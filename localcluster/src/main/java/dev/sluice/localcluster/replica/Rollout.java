package dev.sluice.localcluster.replica;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateDeployment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/// How large each ReplicaSet of a Deployment is to be next: the new one grows, the old ones shrink, and never are there more
/// pods than the surge allows nor fewer available ones than the strategy demands.
///
/// @param deployment as it stands
/// @param fresh the set of the current template
/// @param old all others
/// @param drained whether no pod of an old set is left, not even one that is on its way out
record Rollout(Deployment deployment, ReplicaSet fresh, List<ReplicaSet> old, boolean drained) {
    /// A set that is to have another size.
    record Resize(ReplicaSet set, int size) {}

    /// What is to be done now; empty when nothing is, or while something is awaited.
    List<Resize> next() {
        int wanted = replicas(deployment);
        if (Boolean.TRUE.equals(deployment.getSpec().getPaused())) {
            return paused(wanted);
        }
        return isRecreate() ? recreate(wanted) : roll(wanted);
    }

    private boolean isRecreate() {
        return deployment.getSpec().getStrategy() != null
                && "Recreate".equals(deployment.getSpec().getStrategy().getType());
    }

    /// A paused deployment does not roll, but the set that carries it follows the wanted size.
    private List<Resize> paused(int wanted) {
        List<ReplicaSet> carrying = new ArrayList<>();
        for (ReplicaSet set : all()) {
            if (size(set) > 0) {
                carrying.add(set);
            }
        }
        if (carrying.size() > 1) {
            return List.of();
        }
        ReplicaSet set = carrying.isEmpty() ? fresh : carrying.getFirst();
        return size(set) == wanted ? List.of() : List.of(new Resize(set, wanted));
    }

    private List<Resize> recreate(int wanted) {
        List<Resize> resizes = new ArrayList<>();
        for (ReplicaSet set : old) {
            if (size(set) > 0) {
                resizes.add(new Resize(set, 0));
            }
        }
        if (resizes.isEmpty() && drained && size(fresh) != wanted) {
            resizes.add(new Resize(fresh, wanted));
        }
        return resizes;
    }

    private List<Resize> roll(int wanted) {
        int grown = grown(wanted);
        if (grown != size(fresh)) {
            return List.of(new Resize(fresh, grown));
        }
        int minAvailable = wanted - maxUnavailable(wanted);
        int freshUnavailable = size(fresh) - available(fresh);
        int total = all().stream().mapToInt(Rollout::size).sum();
        int removable = total - minAvailable - freshUnavailable;
        List<Resize> resizes = new ArrayList<>();
        List<ReplicaSet> byAge =
                old.stream()
                        .filter(set -> size(set) > 0)
                        .sorted(
                                Comparator.comparing(
                                        set -> set.getMetadata().getCreationTimestamp()))
                        .toList();
        // What does not serve anyway goes first.
        int[] sizes = byAge.stream().mapToInt(Rollout::size).toArray();
        for (int i = 0; i < sizes.length && removable > 0; i++) {
            int unhealthy =
                    Math.min(sizes[i] - Math.min(sizes[i], available(byAge.get(i))), removable);
            sizes[i] -= unhealthy;
            removable -= unhealthy;
        }
        int spare = all().stream().mapToInt(Rollout::available).sum() - minAvailable;
        for (int i = 0; i < sizes.length && spare > 0 && removable > 0; i++) {
            int less = Math.min(sizes[i], Math.min(spare, removable));
            sizes[i] -= less;
            spare -= less;
            removable -= less;
        }
        for (int i = 0; i < sizes.length; i++) {
            if (sizes[i] != size(byAge.get(i))) {
                resizes.add(new Resize(byAge.get(i), sizes[i]));
            }
        }
        return resizes;
    }

    private int grown(int wanted) {
        int now = size(fresh);
        if (now >= wanted) {
            return wanted;
        }
        int total = all().stream().mapToInt(Rollout::size).sum();
        int room = wanted + maxSurge(wanted) - total;
        return now + Math.clamp(room, 0, wanted - now);
    }

    int maxSurge(int wanted) {
        return Share.resolve(rolling().getMaxSurge(), wanted, true);
    }

    /// At least one pod may move, else nothing ever would.
    private int maxUnavailable(int wanted) {
        int unavailable = Share.resolve(rolling().getMaxUnavailable(), wanted, false);
        return unavailable == 0 && maxSurge(wanted) == 0 ? 1 : Math.min(unavailable, wanted);
    }

    /// How many available pods make the deployment count as available.
    int minAvailable() {
        int wanted = replicas(deployment);
        return isRecreate() ? wanted : wanted - maxUnavailable(wanted);
    }

    private RollingUpdateDeployment rolling() {
        RollingUpdateDeployment rolling =
                deployment.getSpec().getStrategy() == null
                        ? null
                        : deployment.getSpec().getStrategy().getRollingUpdate();
        return Objects.requireNonNullElseGet(rolling, RollingUpdateDeployment::new);
    }

    List<ReplicaSet> all() {
        List<ReplicaSet> all = new ArrayList<>(old);
        all.add(fresh);
        return all;
    }

    static int replicas(Deployment deployment) {
        return Objects.requireNonNullElse(deployment.getSpec().getReplicas(), 1);
    }

    static int size(ReplicaSet set) {
        return Objects.requireNonNullElse(set.getSpec().getReplicas(), 1);
    }

    static int available(ReplicaSet set) {
        return set.getStatus() == null
                ? 0
                : Objects.requireNonNullElse(set.getStatus().getAvailableReplicas(), 0);
    }
}
