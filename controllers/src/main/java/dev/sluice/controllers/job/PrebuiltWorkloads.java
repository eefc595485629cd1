package dev.sluice.controllers.job;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which Workloads a job has named and does not own yet. Nobody decides about one before its job has taken it (L2.24):
/// admitted earlier it would hold quota for a job that may be held by a gate, and what it looks like afterwards would depend
/// on who was faster.
public final class PrebuiltWorkloads {
    private static final String NAMED = "prebuilt-workload";

    private final Configuration settings;
    private final Reach reach;
    private final List<? extends Cache<? extends HasMetadata>> jobs;

    /// Adds an index to the jobs; before the cluster starts.
    public PrebuiltWorkloads(Cluster cluster, Configuration settings) {
        this.settings = settings;
        this.reach = new Reach(settings, cluster.cache(Namespace.class));
        this.jobs = JobKinds.types(settings).values().stream().map(cluster::cache).toList();
        jobs.forEach(this::index);
    }

    private void index(Cache<? extends HasMetadata> cache) {
        cache.index(
                NAMED,
                job -> {
                    Key named = named(job);
                    return named == null ? List.of() : List.of(named.toString());
                });
    }

    /// Whether a job is about to take a Workload that nobody owns. One that was made for all its pods by what makes them is
    /// theirs already.
    public boolean awaitsItsJob(Workload workload) {
        if (Facts.controllerOf(workload).isPresent()
                || Facts.annotation(workload, Annotations.JOB_OWNER_NAME) != null) {
            return false;
        }
        List<HasMetadata> named = new ArrayList<>();
        jobs.forEach(cache -> named.addAll(cache.by(NAMED, Key.of(workload).toString())));
        return named.stream().noneMatch(job -> owns(job, workload))
                && named.stream().anyMatch(job -> reach.covers(job, wants(job)));
    }

    /// Pods of a group do so without being in control.
    private static boolean owns(HasMetadata job, Workload workload) {
        return workload.getMetadata().getOwnerReferences().stream()
                .anyMatch(owner -> owner.getUid().equals(job.getMetadata().getUid()));
    }

    /// Tells of each Workload for which the answer may be another one; never of one that a job has just begun to own.
    public void onChange(Consumer<Key> again) {
        jobs.forEach(cache -> follow(cache, again));
        reach.namespaces()
                .onChange(
                        change ->
                                jobs.stream()
                                        .flatMap(c -> c.inNamespace(change.key().name()).stream())
                                        .map(this::named)
                                        .filter(Objects::nonNull)
                                        .forEach(again));
    }

    private <J extends HasMetadata> void follow(Cache<J> cache, Consumer<Key> again) {
        cache.onChange(
                (Change<J> change) -> {
                    Key before = change.before() == null ? null : named(change.before());
                    Key after = change.after() == null ? null : named(change.after());
                    if (!Objects.equals(before, after)) {
                        Stream.of(before, after).filter(Objects::nonNull).forEach(again);
                    }
                });
    }

    /// The Workload that a living job asks for.
    private @Nullable Key named(HasMetadata job) {
        if (job instanceof Pod && !JobWants.label(job, Labels.MANAGED).equals("true")) {
            return null;
        }
        String name = wants(job).prebuiltWorkload();
        return name.isEmpty() || job.getMetadata().getDeletionTimestamp() != null
                ? null
                : new Key(job.getMetadata().getNamespace(), name);
    }

    private JobWants wants(HasMetadata job) {
        return JobWants.of(job, settings.gates());
    }
}
