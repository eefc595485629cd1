package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How one admission check of a workload stands (A7, 7.5).
///
/// @param name the AdmissionCheck
/// @param state the state
/// @param lastTransitionTime when it got this state
/// @param message why
/// @param requeueAfterSeconds with `Retry`: not to be queued before this time has passed
/// @param retryCount how often a `Retry` led to an eviction
/// @param podSetUpdates what the check wants in the pods
@ApiRecord
public record AdmissionCheckState(
        String name,
        CheckState state,
        String lastTransitionTime,
        @JsonInclude String message,
        @Nullable Integer requeueAfterSeconds,
        @Nullable Integer retryCount,
        List<PodSetUpdate> podSetUpdates) {

    public AdmissionCheckState {
        podSetUpdates = Frozen.list(podSetUpdates);
    }

    /// This check in another state.
    ///
    /// @param time when it got there
    public AdmissionCheckState became(CheckState state, String message, String time) {
        return withState(state).withMessage(message).withLastTransitionTime(time);
    }

    /// This value with another `name`.
    public AdmissionCheckState withName(String name) {
        return new AdmissionCheckState(
                name,
                state,
                lastTransitionTime,
                message,
                requeueAfterSeconds,
                retryCount,
                podSetUpdates);
    }

    /// This value with another `state`.
    public AdmissionCheckState withState(CheckState state) {
        return new AdmissionCheckState(
                name,
                state,
                lastTransitionTime,
                message,
                requeueAfterSeconds,
                retryCount,
                podSetUpdates);
    }

    /// This value with another `lastTransitionTime`.
    public AdmissionCheckState withLastTransitionTime(String lastTransitionTime) {
        return new AdmissionCheckState(
                name,
                state,
                lastTransitionTime,
                message,
                requeueAfterSeconds,
                retryCount,
                podSetUpdates);
    }

    /// This value with another `message`.
    public AdmissionCheckState withMessage(String message) {
        return new AdmissionCheckState(
                name,
                state,
                lastTransitionTime,
                message,
                requeueAfterSeconds,
                retryCount,
                podSetUpdates);
    }

    /// This value with another `requeueAfterSeconds`.
    public AdmissionCheckState withRequeueAfterSeconds(@Nullable Integer requeueAfterSeconds) {
        return new AdmissionCheckState(
                name,
                state,
                lastTransitionTime,
                message,
                requeueAfterSeconds,
                retryCount,
                podSetUpdates);
    }

    /// This value with another `retryCount`.
    public AdmissionCheckState withRetryCount(@Nullable Integer retryCount) {
        return new AdmissionCheckState(
                name,
                state,
                lastTransitionTime,
                message,
                requeueAfterSeconds,
                retryCount,
                podSetUpdates);
    }

    /// This value with another `podSetUpdates`.
    public AdmissionCheckState withPodSetUpdates(List<PodSetUpdate> podSetUpdates) {
        return new AdmissionCheckState(
                name,
                state,
                lastTransitionTime,
                message,
                requeueAfterSeconds,
                retryCount,
                podSetUpdates);
    }
}
