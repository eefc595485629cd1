package dev.sluice.podscheduler.cluster;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which nodes have which image, and how large it is (S4.100). The size is the one that the first of them reported.
public final class ImageSpread {
    private static final class Image {
        private final long sizeBytes;
        private final Set<String> nodes = new LinkedHashSet<>();

        Image(long sizeBytes) {
            this.sizeBytes = sizeBytes;
        }
    }

    private final Map<String, Image> imageByName = new HashMap<>();

    /// Bytes of an image; 0 when no node has it.
    public long sizeBytes(String name) {
        Image image = imageByName.get(name);
        return image == null ? 0 : image.sizeBytes;
    }

    /// How many nodes have an image.
    public int nodes(String name) {
        Image image = imageByName.get(name);
        return image == null ? 0 : image.nodes.size();
    }

    /// Whether one node has it.
    public boolean isOn(String node, String name) {
        Image image = imageByName.get(name);
        return image != null && image.nodes.contains(node);
    }

    void change(String node, @Nullable Node before, @Nullable Node after) {
        if (before != null && after != null && before.images().equals(after.images())) {
            return;
        }
        if (before != null) {
            for (NodeImage image : before.images()) {
                image.names().forEach(name -> remove(node, name));
            }
        }
        if (after != null) {
            for (NodeImage image : after.images()) {
                for (String name : image.names()) {
                    imageByName
                            .computeIfAbsent(name, _ -> new Image(image.sizeBytes()))
                            .nodes
                            .add(node);
                }
            }
        }
    }

    private void remove(String node, String name) {
        Image image = imageByName.get(name);
        if (image != null && image.nodes.remove(node) && image.nodes.isEmpty()) {
            imageByName.remove(name);
        }
    }
}
