package dev.sluice.apiserver.cel;

/// What is asked of an [Authority], but for the verb. Empty parts say nothing.
public record ResourceCheck(
        String group,
        String resource,
        String subresource,
        String namespace,
        String name,
        String fieldSelector,
        String labelSelector) {}
