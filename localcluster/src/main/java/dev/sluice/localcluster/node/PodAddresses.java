package dev.sluice.localcluster.node;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/// The addresses of the simulated pods, 10.244.0.1 to 10.244.255.254: no two pods that are there have the same, also after a
/// restart. One that was given back is used again only when all others have had their turn. Safe for use by several threads.
final class PodAddresses {
    private static final String PREFIX = "10.244.";
    private static final int BROADCAST = (1 << 16) - 1;

    private final Supplier<Collection<Pod>> pods;
    private final Map<String, Integer> numberByUid = new HashMap<>();
    private final BitSet taken = new BitSet();
    private int last;
    private boolean seeded;

    /// @param pods those that are there; asked once, before the first address is given
    PodAddresses(Supplier<Collection<Pod>> pods) {
        this.pods = pods;
    }

    /// The pod's address, the same whenever it is asked for.
    ///
    /// @throws IllegalStateException when all are taken
    synchronized String of(Pod pod) {
        if (!seeded) {
            pods.get().forEach(this::known);
            seeded = true;
        }
        int number = numberByUid.computeIfAbsent(pod.getMetadata().getUid(), _ -> next());
        return PREFIX + number / 256 + "." + number % 256;
    }

    /// Gives the address of a pod back that is gone.
    synchronized void free(String uid) {
        Integer number = numberByUid.remove(uid);
        if (number != null) {
            taken.clear(number);
        }
    }

    private void known(Pod pod) {
        String ip = pod.getStatus() == null ? null : pod.getStatus().getPodIP();
        if (ip == null || !ip.startsWith(PREFIX)) {
            return;
        }
        String[] parts = ip.substring(PREFIX.length()).split("\\.", -1);
        int number = Integer.parseInt(parts[0]) * 256 + Integer.parseInt(parts[1]);
        numberByUid.put(pod.getMetadata().getUid(), number);
        taken.set(number);
        last = Math.max(last, number);
    }

    private int next() {
        int number = taken.nextClearBit(last + 1);
        if (number >= BROADCAST) {
            number = taken.nextClearBit(1);
        }
        if (number >= BROADCAST) {
            throw new IllegalStateException("all addresses of " + PREFIX + "0.0/16 are taken");
        }
        taken.set(number);
        last = number;
        return number;
    }
}
