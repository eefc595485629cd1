package dev.sluice.podscheduler.cluster;

import java.util.List;

/// The images that a pod needs.
///
/// @param names one for each container, init container and image volume, with a tag
/// @param containers how many of them belong to containers and init containers
public record PodImages(List<String> names, int containers) {
    public static final PodImages NONE = new PodImages(List.of(), 0);

    public PodImages {
        names = names.stream().map(PodImages::withTag).toList();
    }

    /// A name without a tag means the tag `latest`.
    private static String withTag(String name) {
        return name.lastIndexOf(':') <= name.lastIndexOf('/') ? name + ":latest" : name;
    }
}
