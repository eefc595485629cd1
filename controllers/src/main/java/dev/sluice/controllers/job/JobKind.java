package dev.sluice.controllers.job;

import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.ReclaimablePod;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one kind of job supplies so that it can be queued. Every method is a pure function of the object; nothing here
/// reads or writes anything else.
public interface JobKind<J extends HasMetadata> {

    Class<J> type();

    /// The name in `integrations.frameworks`, as in `batch/job`.
    String framework();

    /// The kind's API group, as in `batch`.
    String group();

    /// The kind, as in `Job`.
    String kind();

    /// Who reports events about its jobs.
    default String reporter() {
        return framework() + "-kueue-controller";
    }

    /// Whether it stands still as far as its spec says, and nothing of a stop is left to do.
    boolean suspended(J job);

    /// Whether the controller that runs its pods has said that it stands still. Only then is the job started, or its
    /// quota given back: a controller that has not seen the stop yet would take the next start for the old one, or
    /// still make pods.
    default boolean stopConfirmed(J job) {
        return true;
    }

    /// Whether pods of it still run; quota is released only after that (L1.3).
    boolean active(J job);

    /// The groups of pods that it wants, as they are without anything that an admission added.
    List<PodSet> podSets(J job);

    /// How it ended, or null while it has not.
    @Nullable Ending ending(J job);

    /// Whether all its pods are ready or done.
    boolean podsReady(J job);

    /// Pods whose quota it does not need any more, by pod set.
    List<ReclaimablePod> reclaimablePods(J job);

    /// The job, unsuspended, with what the admission adds to its pods.
    ///
    /// @param infos one for each pod set, in order
    J started(J job, List<PodSetInfo> infos);

    /// The next write on the way to a stopped job, or null when it has stopped or has to be waited for; each one is safe
    /// to repeat.
    ///
    /// @param original what the pods had before the job was started; null when nobody knows any more
    @Nullable Stop<J> nextStop(J job, @Nullable List<PodSetInfo> original, Instant now);

    /// Priority class that the kind names itself, apart from labels and pod templates (L1.9 b), or null.
    default @Nullable String ownPriorityClass(J job) {
        return null;
    }

    /// What its status says of a gate that holds it back (KEP-6915), or null when it says nothing.
    default @Nullable HoldNote holdNote(J job) {
        return null;
    }

    /// The job with this note in its status, or null when its status has no place for one.
    default @Nullable J noted(J job, HoldNote note, Instant now) {
        return null;
    }

    /// A note about a gate that holds a job back, or did so.
    record HoldNote(boolean held, String message) {}

    /// How a job ended.
    ///
    /// @param message the job's own words
    record Ending(boolean succeeded, String message) {}

    /// One write of a stop.
    ///
    /// @param object the job as it should be
    /// @param status whether the status is written, else the object itself
    /// @param suspends whether this write is the one that stops the pods; there is one event, at that moment
    record Stop<J>(J object, boolean status, boolean suspends) {}
}
