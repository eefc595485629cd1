package dev.sluice.controllers.job;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/// Names of Workloads that are made for jobs (L1.5): `job-NAME-HASH`, the same for the same job at any time.
public final class WorkloadName {
    private static final int LENGTH_MAX = 253;
    private static final int SHORT_LENGTH_MAX = 63;
    private static final int HASH_LENGTH = 5;

    private WorkloadName() {}

    /// @param shortNames the gate ShortWorkloadNames is on
    public static String of(
            String kind, String group, String name, String uid, boolean shortNames) {
        return of(kind, name, String.join("\n", kind, group, name, uid), shortNames);
    }

    /// The name of one slice of an elastic job: each generation of the job may have its own.
    ///
    /// @param shortNames the gate ShortWorkloadNames is on
    public static String ofSlice(
            String kind,
            String group,
            String name,
            String uid,
            long generation,
            boolean shortNames) {
        return of(
                kind,
                name,
                String.join("\n", kind, group, name, uid, Long.toString(generation)),
                shortNames);
    }

    private static String of(String kind, String name, String hashed, boolean shortNames) {
        int max = (shortNames ? SHORT_LENGTH_MAX : LENGTH_MAX) - HASH_LENGTH - 1;
        String prefix = kind.toLowerCase(Locale.ROOT) + "-" + name;
        if (prefix.length() > max) {
            prefix = prefix.substring(0, max);
        }
        return prefix + "-" + hash(hashed);
    }

    private static String hash(String text) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-1")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_LENGTH);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK has SHA-1", missing);
        }
    }
}
