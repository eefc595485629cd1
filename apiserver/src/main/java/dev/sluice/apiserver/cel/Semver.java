package dev.sluice.apiserver.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/// A value of type `kubernetes.Semver`: a semantic version.
///
/// @param preRelease after the minus; empty when there is none
record Semver(long major, long minor, long patch, String preRelease) implements Comparable<Semver> {
    private static final Pattern SHAPE =
            Pattern.compile(
                    "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)"
                            + "(?:-([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?(?:\\+[0-9A-Za-z.-]+)?$");

    /// @return null when there is no such function
    static @Nullable Function named(String name) {
        return switch (name) {
            case "semver" -> a -> parse(normalized(a));
            case "isSemver" -> a -> SHAPE.matcher(normalized(a)).matches();
            case "major" -> a -> of(a[0]).major;
            case "minor" -> a -> of(a[0]).minor;
            case "patch" -> a -> of(a[0]).patch;
            default -> null;
        };
    }

    static Semver of(Object value) {
        if (value instanceof Semver version) {
            return version;
        }
        throw CelFailure.noSuchOverload();
    }

    /// With `true` as second argument `v1` and `1.2` are versions too.
    private static String normalized(Object[] a) {
        String text = Texts.text(a, 0);
        if (a.length < 2 || !Operators.asBoolean(a[1])) {
            return text;
        }
        String bare = text.startsWith("v") ? text.substring(1) : text;
        int end = bare.indexOf('-') >= 0 ? bare.indexOf('-') : bare.length();
        long dots = bare.substring(0, end).chars().filter(c -> c == '.').count();
        return bare.substring(0, end)
                + ".0".repeat((int) Math.max(0, 2 - dots))
                + bare.substring(end);
    }

    private static Semver parse(String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new CelFailure("No Major.Minor.Patch elements found");
        }
        String preRelease = matcher.group(4);
        return new Semver(
                number(matcher.group(1)),
                number(matcher.group(2)),
                number(matcher.group(3)),
                preRelease == null ? "" : preRelease);
    }

    private static long number(String digits) {
        return new BigInteger(digits).min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
    }

    @Override
    public int compareTo(Semver other) {
        int order = Long.compare(major, other.major);
        order = order != 0 ? order : Long.compare(minor, other.minor);
        order = order != 0 ? order : Long.compare(patch, other.patch);
        if (order != 0 || preRelease.equals(other.preRelease)) {
            return order;
        }
        if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
            return preRelease.isEmpty() ? 1 : -1;
        }
        return comparePreReleases(preRelease.split("\\."), other.preRelease.split("\\."));
    }

    private static int comparePreReleases(String[] a, String[] b) {
        for (int i = 0; i < Math.min(a.length, b.length); i++) {
            boolean x = a[i].matches("\\d+");
            boolean y = b[i].matches("\\d+");
            int order =
                    x && y
                            ? new BigInteger(a[i]).compareTo(new BigInteger(b[i]))
                            : x != y ? (x ? -1 : 1) : a[i].compareTo(b[i]);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.length, b.length);
    }
}
