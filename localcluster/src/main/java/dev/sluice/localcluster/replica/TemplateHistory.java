package dev.sluice.localcluster.replica;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.ControllerRevisionBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The templates that an object has had, kept as ControllerRevisions: `kubectl rollout history` and `undo` read them.
final class TemplateHistory {
    private static final String BY_OWNER = "controlled by";
    private static final int LIMIT_DEFAULT = 10;

    private final Cluster cluster;
    private final Cache<ControllerRevision> revisions;
    private final KubernetesSerialization json;

    /// A template by the name of its revision.
    record Revision(String name, long number) {}

    TemplateHistory(Cluster cluster) {
        this.cluster = cluster;
        this.revisions = cluster.cache(ControllerRevision.class);
        this.json = cluster.client().getKubernetesSerialization();
        revisions.index(BY_OWNER, TemplateHistory::ownerUids);
    }

    private static List<String> ownerUids(ControllerRevision revision) {
        OwnerReference owner = OwnedPods.controller(revision);
        return owner == null ? List.of() : List.of(owner.getUid());
    }

    private List<ControllerRevision> of(HasMetadata owner) {
        List<ControllerRevision> all =
                new ArrayList<>(revisions.by(BY_OWNER, owner.getMetadata().getUid()));
        all.sort(Comparator.comparing(ControllerRevision::getRevision));
        return all;
    }

    /// The revision of the template that the owner has now; made when it is new, raised to the newest when it is an
    /// earlier one.
    Revision current(HasMetadata owner, PodTemplateSpec template) {
        List<ControllerRevision> all = of(owner);
        long highest = all.isEmpty() ? 0 : all.getLast().getRevision();
        for (ControllerRevision known : all) {
            if (template(known).equals(Optional.of(template))) {
                return new Revision(
                        known.getMetadata().getName(),
                        known.getRevision() == highest ? highest : raise(known, highest + 1));
            }
        }
        ControllerRevision made = cluster.create(make(owner, template, highest + 1, all));
        return new Revision(made.getMetadata().getName(), highest + 1);
    }

    private long raise(ControllerRevision known, long number) {
        cluster.update(new ControllerRevisionBuilder(known).withRevision(number).build());
        return number;
    }

    private static ControllerRevision make(
            HasMetadata owner,
            PodTemplateSpec template,
            long number,
            List<ControllerRevision> known) {
        // In the form of a patch, which an undo sends as it is.
        var data = Map.of("spec", Map.of("template", new Replacement("replace", template)));
        Set<String> names =
                known.stream()
                        .map(revision -> revision.getMetadata().getName())
                        .collect(Collectors.toSet());
        int probe = 0;
        String hash = TemplateHash.ofRevision(data, probe);
        while (names.contains(owner.getMetadata().getName() + "-" + hash)) {
            hash = TemplateHash.ofRevision(data, ++probe);
        }
        return new ControllerRevisionBuilder()
                .withNewMetadata()
                .withNamespace(owner.getMetadata().getNamespace())
                .withName(owner.getMetadata().getName() + "-" + hash)
                .withLabels(template.getMetadata().getLabels())
                .addToLabels(NumberedPod.REVISION, hash)
                .withOwnerReferences(OwnedPods.referenceTo(owner))
                .endMetadata()
                .withRevision(number)
                .withData(data)
                .build();
    }

    /// The template with the word that makes a strategic merge patch replace the old one.
    private record Replacement(
            @JsonProperty("$patch") String patch, @JsonUnwrapped PodTemplateSpec template) {}

    /// The template that a revision keeps; empty when there is no such revision or it holds none.
    Optional<PodTemplateSpec> template(HasMetadata owner, @Nullable String name) {
        return of(owner).stream()
                .filter(revision -> revision.getMetadata().getName().equals(name))
                .findFirst()
                .flatMap(this::template);
    }

    private Optional<PodTemplateSpec> template(ControllerRevision revision) {
        Map<?, ?> data = json.convertValue(revision.getData(), Map.class);
        if (data == null
                || !(data.get("spec") instanceof Map<?, ?> spec)
                || !(spec.get("template") instanceof Map<?, ?> template)) {
            return Optional.empty();
        }
        template.remove("$patch");
        return Optional.of(json.convertValue(template, PodTemplateSpec.class));
    }

    /// Deletes the oldest revisions beyond the limit, but none that pods are made from.
    void forgetOldest(HasMetadata owner, @Nullable Integer limit, List<String> inUse) {
        List<ControllerRevision> unused = new ArrayList<>();
        for (ControllerRevision revision : of(owner)) {
            if (!inUse.contains(revision.getMetadata().getName())) {
                unused.add(revision);
            }
        }
        int kept = Objects.requireNonNullElse(limit, LIMIT_DEFAULT);
        for (ControllerRevision revision : unused.subList(0, Math.max(0, unused.size() - kept))) {
            cluster.delete(revision, DeletionPropagation.BACKGROUND);
        }
    }
}
