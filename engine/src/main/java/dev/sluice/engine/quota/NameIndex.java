package dev.sluice.engine.quota;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Dense numbers for resources, flavors and pairs of both, so that amounts can stand in flat arrays.
///
/// Numbers are given in the order of first mention and never taken back. A pair's number is what `fr` means in this
/// module.
public final class NameIndex {

    private final Map<String, Integer> resources = new HashMap<>();
    private final Map<String, Integer> flavors = new HashMap<>();

    /// By flavor and resource the number plus 1; 0 where there is none yet.
    private int[][] pairs = {};

    private final List<String> resourceNames = new ArrayList<>();
    private final List<String> flavorNames = new ArrayList<>();
    private final List<Long> pairKeys = new ArrayList<>();
    private final List<Long> resourceRanks = new ArrayList<>();

    /// The number of a resource.
    public int resource(String name) {
        Integer known = resources.get(name);
        if (known != null) {
            return known;
        }
        int next = resourceNames.size();
        resources.put(name, next);
        resourceNames.add(name);
        resourceRanks.add(fnv1a(name));
        return next;
    }

    /// The number of a flavor.
    public int flavor(String name) {
        Integer known = flavors.get(name);
        if (known != null) {
            return known;
        }
        int next = flavorNames.size();
        flavors.put(name, next);
        flavorNames.add(name);
        return next;
    }

    /// The number of a pair.
    public int pair(int flavor, int resource) {
        int known =
                flavor < pairs.length && resource < pairs[flavor].length
                        ? pairs[flavor][resource]
                        : 0;
        return known == 0 ? newPair(flavor, resource) : known - 1;
    }

    private int newPair(int flavor, int resource) {
        int oldLength = pairs.length;
        if (flavor >= oldLength) {
            pairs = Arrays.copyOf(pairs, flavor + 1);
            Arrays.fill(pairs, oldLength, pairs.length, new int[0]);
        }
        if (resource >= pairs[flavor].length) {
            pairs[flavor] = Arrays.copyOf(pairs[flavor], resource + 1);
        }
        pairKeys.add(((long) flavor << 32) | resource);
        pairs[flavor][resource] = pairKeys.size();
        return pairKeys.size() - 1;
    }

    public int pair(String flavor, String resource) {
        return pair(flavor(flavor), resource(resource));
    }

    public String resourceName(int resource) {
        return resourceNames.get(resource);
    }

    public String flavorName(int flavor) {
        return flavorNames.get(flavor);
    }

    public int flavorOf(int fr) {
        return (int) (pairKeys.get(fr) >>> 32);
    }

    public int resourceOf(int fr) {
        return (int) (long) pairKeys.get(fr);
    }

    /// How many resources are known.
    public int resourceCount() {
        return resourceNames.size();
    }

    /// How many pairs are known.
    public int pairCount() {
        return pairKeys.size();
    }

    /// Order in which resources of a request are visited (R5.4): the 64-bit FNV-1a hash of the name, unsigned.
    public int compareResources(int a, int b) {
        return Long.compareUnsigned(resourceRanks.get(a), resourceRanks.get(b));
    }

    private static long fnv1a(String name) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }
}
