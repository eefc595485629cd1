package dev.sluice.controllers.multicluster;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Plain pods and the pods of groups on workers (L5.42). The manager's own stay gated for ever; they show how the others do.
final class RemotePods implements RemoteKind<Pod> {
    private static final String SCHEDULED = "PodScheduled";

    @Override
    public Class<Pod> type() {
        return Pod.class;
    }

    @Override
    public @Nullable String refusal(Pod pod) {
        return null;
    }

    @Override
    public Pod forWorker(Pod pod) {
        return new PodBuilder(pod).editSpec().withNodeName(null).endSpec().withStatus(null).build();
    }

    @Override
    public @Nullable Pod synced(Pod pod, @Nullable Pod remote) {
        if (remote == null
                || remote.getStatus() == null
                || pod.getMetadata().getDeletionTimestamp() != null) {
            return null;
        }
        PodStatus wanted = wanted(pod, remote.getStatus());
        return Objects.equals(pod.getStatus(), wanted)
                ? null
                : new PodBuilder(pod).withStatus(wanted).build();
    }

    /// Until the other is scheduled the local pod keeps saying that it is gated.
    private static PodStatus wanted(Pod pod, PodStatus remote) {
        boolean gated = !pod.getSpec().getSchedulingGates().isEmpty();
        boolean scheduled =
                scheduled(remote)
                        .filter(condition -> "True".equals(condition.getStatus()))
                        .isPresent();
        Optional<PodCondition> own =
                pod.getStatus() == null ? Optional.empty() : scheduled(pod.getStatus());
        if (!gated || scheduled || own.isEmpty()) {
            return remote;
        }
        List<PodCondition> conditions = new ArrayList<>(remote.getConditions());
        conditions.removeIf(condition -> condition.getType().equals(SCHEDULED));
        conditions.add(own.get());
        return remote.toBuilder().withConditions(conditions).build();
    }

    private static Optional<PodCondition> scheduled(PodStatus status) {
        return status.getConditions().stream()
                .filter(condition -> condition.getType().equals(SCHEDULED))
                .findFirst();
    }

    @Override
    public boolean ended(Pod pod) {
        String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        return "Succeeded".equals(phase) || "Failed".equals(phase);
    }
}
