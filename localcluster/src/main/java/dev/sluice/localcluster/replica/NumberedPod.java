package dev.sluice.localcluster.replica;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A pod of a StatefulSet: its number is part of its name, its host name and the names of its volume claims.
final class NumberedPod {
    static final String REVISION = "controller-revision-hash";
    private static final String NAME = "statefulset.kubernetes.io/pod-name";
    private static final String INDEX = "apps.kubernetes.io/pod-index";

    private NumberedPod() {}

    static String name(StatefulSet set, int ordinal) {
        return set.getMetadata().getName() + "-" + ordinal;
    }

    /// The number in a pod's name, or -1 when there is none.
    static int ordinal(StatefulSet set, Pod pod) {
        String beginning = set.getMetadata().getName() + "-";
        String name = pod.getMetadata().getName();
        String digits = name.startsWith(beginning) ? name.substring(beginning.length()) : "";
        return !digits.isEmpty()
                        && digits.length() < 10
                        && digits.chars().allMatch(Character::isDigit)
                ? Integer.parseInt(digits)
                : -1;
    }

    static Pod of(StatefulSet set, PodTemplateSpec template, int ordinal, String revision) {
        String name = name(set, ordinal);
        Pod pod =
                PodFromTemplate.of(set, template)
                        .editMetadata()
                        .withName(name)
                        .withGenerateName(PodFromTemplate.generateName(set))
                        .addToLabels(NAME, name)
                        .addToLabels(INDEX, Integer.toString(ordinal))
                        .addToLabels(REVISION, revision)
                        .endMetadata()
                        .editSpec()
                        .withHostname(name)
                        .withSubdomain(set.getSpec().getServiceName())
                        .endSpec()
                        .build();
        List<PersistentVolumeClaim> claims = claimTemplates(set);
        if (!claims.isEmpty()) {
            List<Volume> volumes =
                    new ArrayList<>(
                            Objects.requireNonNullElse(pod.getSpec().getVolumes(), List.of()));
            for (PersistentVolumeClaim claim : claims) {
                String volume = claim.getMetadata().getName();
                volumes.removeIf(known -> volume.equals(known.getName()));
                volumes.add(
                        new VolumeBuilder()
                                .withName(volume)
                                .withNewPersistentVolumeClaim(volume + "-" + name, false)
                                .build());
            }
            pod.getSpec().setVolumes(volumes);
        }
        return pod;
    }

    /// The claims that its volumes are made of.
    static List<PersistentVolumeClaim> claims(StatefulSet set, int ordinal) {
        List<PersistentVolumeClaim> claims = new ArrayList<>();
        for (PersistentVolumeClaim template : claimTemplates(set)) {
            ObjectMeta metadata = template.getMetadata();
            claims.add(
                    new PersistentVolumeClaimBuilder()
                            .withNewMetadata()
                            .withNamespace(set.getMetadata().getNamespace())
                            .withName(metadata.getName() + "-" + name(set, ordinal))
                            .withLabels(set.getSpec().getSelector().getMatchLabels())
                            .addToLabels(Objects.requireNonNullElse(metadata.getLabels(), Map.of()))
                            .withAnnotations(metadata.getAnnotations())
                            .endMetadata()
                            .withSpec(template.getSpec())
                            .build());
        }
        return claims;
    }

    private static List<PersistentVolumeClaim> claimTemplates(StatefulSet set) {
        return Objects.requireNonNullElse(set.getSpec().getVolumeClaimTemplates(), List.of());
    }
}
