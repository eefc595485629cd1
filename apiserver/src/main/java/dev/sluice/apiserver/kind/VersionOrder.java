package dev.sluice.apiserver.kind;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The order of API versions within a group: GA before beta before alpha, then the higher number; names that are no
/// versions last, alphabetically (H1.15).
public final class VersionOrder {
    /// The preferred version comes first.
    public static final Comparator<String> PREFERRED_FIRST =
            Comparator.comparingInt(VersionOrder::stage)
                    .thenComparing(Comparator.comparingInt(VersionOrder::major).reversed())
                    .thenComparing(Comparator.comparingInt(VersionOrder::minor).reversed())
                    .thenComparing(Comparator.naturalOrder());

    private static final Pattern SHAPE = Pattern.compile("v(\\d{1,9})(?:(alpha|beta)(\\d{1,9}))?");

    private VersionOrder() {}

    private static int stage(String version) {
        Matcher m = SHAPE.matcher(version);
        if (!m.matches()) {
            return 3;
        }
        String stage = m.group(2);
        if (stage == null) {
            return 0;
        }
        return stage.equals("beta") ? 1 : 2;
    }

    private static int major(String version) {
        Matcher m = SHAPE.matcher(version);
        return m.matches() ? Integer.parseInt(m.group(1)) : 0;
    }

    private static int minor(String version) {
        Matcher m = SHAPE.matcher(version);
        return m.matches() && m.group(3) != null ? Integer.parseInt(m.group(3)) : 0;
    }
}
