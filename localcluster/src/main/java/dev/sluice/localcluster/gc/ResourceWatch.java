package dev.sluice.localcluster.gc;

import dev.sluice.apiserver.kind.Kind;
import dev.sluice.localcluster.inprocess.InProcessConnection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keeps the graph equal to the server for one resource: a list, then a watch from its revision; again from the start
/// when the watch ends.
final class ResourceWatch implements AutoCloseable {
    private final InProcessConnection connection;
    private final OwnerGraph graph;
    private final Consumer<String> look;
    private final MetadataReader reader;
    private final Kind kind;
    private volatile boolean closed;
    private volatile InProcessConnection.@Nullable Stream stream;

    /// @param look told the uids of objects that must be looked at
    ResourceWatch(
            InProcessConnection connection, Kind kind, OwnerGraph graph, Consumer<String> look) {
        this.connection = connection;
        this.kind = kind;
        this.graph = graph;
        this.look = look;
        this.reader = new MetadataReader(kind);
    }

    /// Lists, then goes on watching on a thread of its own.
    void start() {
        String path = ObjectRef.collection(kind, "");
        Set<String> listed = new HashSet<>();
        String revision =
                reader.list(
                        connection.read(path, Map.of()),
                        object -> {
                            listed.add(object.uid());
                            graph.put(object).forEach(look);
                        });
        for (String uid : graph.ofResource(kind.resource()).keySet()) {
            if (!listed.contains(uid)) {
                graph.remove(uid).forEach(look);
            }
        }
        stream =
                connection.watch(
                        path,
                        Map.of("watch", "true", "resourceVersion", revision),
                        this::frames,
                        this::ended);
        if (closed) {
            close();
        }
    }

    private void frames(List<byte[]> batch) {
        for (byte[] line : batch) {
            MetadataReader.Frame frame = reader.frame(line);
            switch (frame.type()) {
                case "ADDED", "MODIFIED" -> graph.put(frame.object()).forEach(look);
                case "DELETED" -> graph.remove(frame.object().uid()).forEach(look);
                default -> {}
            }
        }
    }

    private void ended() {
        if (!closed) {
            Thread.ofVirtual().name("sluice-gc-relist " + kind.resource()).start(this::start);
        }
    }

    @Override
    public void close() {
        closed = true;
        InProcessConnection.Stream open = stream;
        if (open != null) {
            open.close();
        }
    }
}
