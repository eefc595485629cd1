package dev.sluice.reconcile;

import io.fabric8.kubernetes.client.KubernetesClientException;

/// Why a server cannot be worked with, or no longer.
public sealed interface Loss {

    /// No answer came.
    ///
    /// @param step what was tried, in words
    /// @param path of the request
    /// @param cause what the transport says
    record Unreached(String step, String path, Throwable cause) implements Loss {}

    /// The server answered, with a refusal.
    ///
    /// @param step what was tried, in words
    /// @param path of the request
    /// @param code of the answer
    /// @param words of the server
    record Refused(String step, String path, int code, String words) implements Loss {}

    /// It took too long.
    ///
    /// @param words what was waited for, and how long
    record Silent(String words) implements Loss {}

    /// It is not wanted any more.
    record Abandoned() implements Loss {}

    /// @param step what was tried, in words
    static Loss of(String step, String path, KubernetesClientException failure) {
        if (failure.getCode() <= 0) {
            return new Unreached(step, path, failure);
        }
        String words = failure.getStatus() == null ? null : failure.getStatus().getMessage();
        return new Refused(
                step, path, failure.getCode(), words == null ? "no reason given" : words);
    }
}
