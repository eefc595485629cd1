package dev.sluice.apiserver.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// What is on a disk when the power goes: everything that was synced, and of the rest what happened to be written already, in
/// any order (H6.5).
final class LostDisk {
    /// What becomes of calls that no sync followed.
    enum Rest {
        GONE,
        DONE,
        /// Each by chance: gone, done, or a write done in half.
        ANY
    }

    private final Map<Path, byte[]> files = new HashMap<>();
    private final List<DiskCalls.Call> unsynced = new ArrayList<>();
    private final Rest rest;
    private final Random random;

    private LostDisk(Rest rest, long seed) {
        this.rest = rest;
        this.random = new Random(seed);
    }

    /// Writes into a folder what is left of the files after some calls.
    static void after(List<DiskCalls.Call> calls, Rest rest, Path folder) throws IOException {
        LostDisk disk = new LostDisk(rest, calls.size());
        calls.forEach(disk::take);
        disk.unsynced.forEach(disk::end);
        for (Map.Entry<Path, byte[]> file : disk.files.entrySet()) {
            Files.write(folder.resolve(file.getKey().getFileName()), file.getValue());
        }
    }

    private void take(DiskCalls.Call call) {
        if (call instanceof DiskCalls.Call.Sync(Path synced)) {
            unsynced.stream().filter(c -> isSettled(c, synced)).forEach(c -> perform(c, 1));
            unsynced.removeIf(c -> isSettled(c, synced));
        } else {
            unsynced.add(call);
        }
    }

    /// A file is gone for good when its folder is synced.
    private static boolean isSettled(DiskCalls.Call call, Path synced) {
        return call.file().equals(synced)
                || (call instanceof DiskCalls.Call.Remove(Path file)
                        && synced.equals(file.getParent()));
    }

    private void end(DiskCalls.Call call) {
        int halves =
                switch (rest) {
                    case GONE -> 0;
                    case DONE -> 2;
                    case ANY -> random.nextInt(3);
                };
        if (halves > 0) {
            perform(call, 2 / halves);
        }
    }

    /// @param part 1 for a whole write, 2 for the first half of it
    private void perform(DiskCalls.Call call, int part) {
        switch (call) {
            case DiskCalls.Call.Write(Path file, long at, ByteBuffer bytes) -> {
                int count = bytes.capacity() / part;
                byte[] before = files.getOrDefault(file, new byte[0]);
                byte[] after =
                        Arrays.copyOf(before, Math.max(before.length, Math.toIntExact(at) + count));
                bytes.get(0, after, Math.toIntExact(at), count);
                files.put(file, after);
            }
            case DiskCalls.Call.Cut(Path file, long length) ->
                    files.computeIfPresent(
                            file, (_, bytes) -> Arrays.copyOf(bytes, Math.toIntExact(length)));
            case DiskCalls.Call.Remove(Path file) -> files.remove(file);
            case DiskCalls.Call.Sync _ ->
                    throw new IllegalArgumentException("a sync is not performed");
        }
    }
}
