package dev.sluice.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A Kubernetes quantity: an exact decimal number and the family of suffixes it is written with.
///
/// Parsing and [#toString] follow the API: more than nine decimals are rounded away from zero, and the canonical form
/// has the greatest suffix that leaves no fraction. Two quantities are equal when number and format are; compare
/// numbers with [#compareTo].
public record Quantity(BigDecimal value, Format format) implements Comparable<Quantity> {

    /// Families of suffixes.
    public enum Format {
        /// n, u, m, none, k, M, G, T, P, E
        DECIMAL,
        /// Ki, Mi, Gi, Ti, Pi, Ei
        BINARY,
        /// e3, e6, e-3
        EXPONENT
    }

    public static final Quantity ZERO = new Quantity(BigDecimal.ZERO, Format.DECIMAL);

    /// What the API says about text that is no quantity.
    public static final String SYNTAX =
            "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

    private static final Pattern NUMBER =
            Pattern.compile("([+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+))(.*)", Pattern.DOTALL);
    private static final Pattern EXPONENT = Pattern.compile("[eE]([+-]?[0-9]{1,9})");
    private static final String DECIMAL_SUFFIXES = "numkMGTPE";
    private static final String[] BINARY_SUFFIXES = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    private static final int[] DECIMAL_EXPONENTS = {-9, -6, -3, 3, 6, 9, 12, 15, 18};
    private static final int SCALE_MAX = 9;
    private static final BigInteger KIBI = BigInteger.valueOf(1024);
    private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);

    /// A whole number of units in decimal notation.
    public static Quantity of(long units) {
        return new Quantity(BigDecimal.valueOf(units), Format.DECIMAL);
    }

    /// The quantity that the text stands for.
    ///
    /// @throws IllegalArgumentException with the API's message if it stands for none
    public static Quantity parse(String text) {
        Quantity quantity = parseOrNull(text);
        if (quantity == null) {
            throw new IllegalArgumentException(SYNTAX);
        }
        return quantity;
    }

    /// The quantity that the text stands for, or null.
    public static @Nullable Quantity parseOrNull(String text) {
        Matcher parts = NUMBER.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        BigDecimal number = new BigDecimal(parts.group(1));
        String suffix = parts.group(2);
        if (suffix.isEmpty()) {
            return rounded(number, Format.DECIMAL);
        }
        if (suffix.length() == 1 && DECIMAL_SUFFIXES.contains(suffix)) {
            int exponent = DECIMAL_EXPONENTS[DECIMAL_SUFFIXES.indexOf(suffix)];
            return rounded(number.scaleByPowerOfTen(exponent), Format.DECIMAL);
        }
        for (int i = 1; i < BINARY_SUFFIXES.length; i++) {
            if (BINARY_SUFFIXES[i].equals(suffix)) {
                return rounded(number.multiply(new BigDecimal(KIBI.pow(i))), Format.BINARY);
            }
        }
        Matcher exponent = EXPONENT.matcher(suffix);
        return exponent.matches() ? rounded(number, Integer.parseInt(exponent.group(1))) : null;
    }

    private static @Nullable Quantity rounded(BigDecimal number, int exponent) {
        return Math.abs(exponent) > 1000
                ? null
                : rounded(number.scaleByPowerOfTen(exponent), Format.EXPONENT);
    }

    private static Quantity rounded(BigDecimal value, Format format) {
        BigDecimal exact =
                value.scale() > SCALE_MAX ? value.setScale(SCALE_MAX, RoundingMode.UP) : value;
        BigDecimal limited = exact.min(LONG_MAX).max(LONG_MAX.negate());
        return new Quantity(limited, format);
    }

    /// The number in units (bytes, pieces, cores), rounded away from zero and clamped to 64 bits (R1.2, R1.3).
    public long units() {
        return clamped(value);
    }

    /// The number in thousandths, rounded away from zero and clamped to 64 bits (R1.2, R1.3).
    public long milliUnits() {
        return clamped(value.scaleByPowerOfTen(3));
    }

    private static long clamped(BigDecimal value) {
        BigDecimal whole = value.setScale(0, RoundingMode.UP);
        return whole.min(LONG_MAX).max(LONG_MIN).longValueExact();
    }

    public Quantity plus(Quantity other) {
        return new Quantity(value.add(other.value), value.signum() == 0 ? other.format : format);
    }

    public Quantity minus(Quantity other) {
        return new Quantity(
                value.subtract(other.value), value.signum() == 0 ? other.format : format);
    }

    public Quantity times(Quantity factor) {
        return new Quantity(value.multiply(factor.value), format);
    }

    public Quantity max(Quantity other) {
        return compareTo(other) >= 0 ? this : other;
    }

    public int signum() {
        return value.signum();
    }

    @Override
    public int compareTo(Quantity other) {
        return value.compareTo(other.value);
    }

    /// The canonical text: the greatest suffix of the format that leaves no fraction.
    @Override
    public String toString() {
        return switch (format) {
            case BINARY -> binaryText();
            case DECIMAL -> decimalText(false);
            case EXPONENT -> decimalText(true);
        };
    }

    private String binaryText() {
        BigDecimal whole = value.stripTrailingZeros();
        if (whole.scale() > 0 || whole.abs().compareTo(new BigDecimal(KIBI)) < 0) {
            return decimalText(false);
        }
        BigInteger number = whole.toBigIntegerExact();
        int suffix = 0;
        while (suffix < BINARY_SUFFIXES.length - 1) {
            BigInteger[] quotient = number.divideAndRemainder(KIBI);
            if (quotient[1].signum() != 0) {
                break;
            }
            number = quotient[0];
            suffix++;
        }
        return number + BINARY_SUFFIXES[suffix];
    }

    private String decimalText(boolean exponential) {
        if (value.signum() == 0) {
            return "0";
        }
        BigDecimal number =
                value.setScale(Math.min(Math.max(value.scale(), 0), SCALE_MAX), RoundingMode.UP);
        BigDecimal stripped = number.stripTrailingZeros();
        int exponent = Math.min(18, Math.floorDiv(-stripped.scale(), 3) * 3);
        String mantissa = stripped.scaleByPowerOfTen(-exponent).toBigIntegerExact().toString();
        if (exponent == 0) {
            return mantissa;
        }
        if (exponential) {
            return mantissa + "e" + exponent;
        }
        for (int i = 0; i < DECIMAL_EXPONENTS.length; i++) {
            if (DECIMAL_EXPONENTS[i] == exponent) {
                return mantissa + DECIMAL_SUFFIXES.charAt(i);
            }
        }
        throw new AssertionError("exponent " + exponent + " of " + value);
    }
}
