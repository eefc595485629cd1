package dev.sluice.apiserver.type;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An amount as the API writes it: `500m`, `1Gi`, `1e3`. Kept in the notation of its author, written in canonical form
/// (H8.62): the greatest suffix that leaves a whole number.
///
/// @param value the amount itself, at most nine decimals and at most 2⁶³ - 1
public record Quantity(BigDecimal value, Notation notation) implements Comparable<Quantity> {
    /// What the API says about text that is no quantity; it names neither the field nor the text.
    static final String SYNTAX =
            "quantities must match the regular expression"
                    + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

    /// What such a text ought to be, after "is no".
    static final String EXPECTED =
            "quantity; expected a number with or without a suffix, such as 2, 500m or 1.5Gi";

    private static final Pattern TEXT =
            Pattern.compile(
                    "([+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+))(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]|[eE][+-]?[0-9]+)?");
    private static final String[] BINARY = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    private static final Map<String, Integer> DECIMAL_EXPONENTS =
            Map.of("n", -9, "u", -6, "m", -3, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
    private static final Map<Integer, String> DECIMAL_SUFFIXES =
            Map.of(-9, "n", -6, "u", -3, "m", 3, "k", 6, "M", 9, "G", 12, "T", 15, "P", 18, "E");
    private static final int LENGTH_MAX = 1_000;
    private static final int DECIMALS_MAX = 9;
    private static final int DIGITS_MAX = 30;
    private static final BigInteger POWER_MAX = BigInteger.valueOf(Integer.MAX_VALUE);
    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigInteger THOUSAND = BigInteger.valueOf(1000);
    private static final BigInteger KIBI = BigInteger.valueOf(1024);

    public static final Quantity ZERO = new Quantity(BigDecimal.ZERO, Notation.DECIMAL);

    /// How an amount is written.
    public enum Notation {
        /// `1500m`, `2k`
        DECIMAL,
        /// `1Gi`
        BINARY,
        /// `1e3`
        EXPONENT
    }

    /// @throws NumberFormatException when the text is no amount
    public static Quantity parse(String text) {
        if (!isQuantity(text)) {
            throw new NumberFormatException("not a quantity: " + text);
        }
        Matcher matcher = TEXT.matcher(text);
        matcher.matches();
        BigDecimal number = new BigDecimal(matcher.group(1));
        String suffix = matcher.group(2);
        if (suffix == null) {
            return rounded(number, Notation.DECIMAL);
        }
        if (suffix.endsWith("i")) {
            for (int i = 1; i < BINARY.length; i++) {
                if (BINARY[i].equals(suffix)) {
                    return rounded(number.multiply(new BigDecimal(KIBI.pow(i))), Notation.BINARY);
                }
            }
        }
        Integer exponent = DECIMAL_EXPONENTS.get(suffix);
        if (exponent != null) {
            return rounded(number.scaleByPowerOfTen(exponent), Notation.DECIMAL);
        }
        return scaled(number, new BigInteger(suffix.substring(1)));
    }

    public static boolean isQuantity(String text) {
        return text.length() <= LENGTH_MAX && TEXT.matcher(text).matches();
    }

    /// A power of ten may be so large that the number itself cannot be written down.
    private static Quantity scaled(BigDecimal number, BigInteger power) {
        long magnitude =
                number.precision()
                        - number.scale()
                        + power.min(POWER_MAX).max(POWER_MAX.negate()).longValue();
        BigDecimal sign = BigDecimal.valueOf(number.signum());
        if (magnitude > DIGITS_MAX) {
            return rounded(LARGEST.multiply(sign), Notation.EXPONENT);
        }
        return magnitude < -DIGITS_MAX
                ? rounded(sign.movePointLeft(DECIMALS_MAX), Notation.EXPONENT)
                : rounded(number.scaleByPowerOfTen(power.intValue()), Notation.EXPONENT);
    }

    /// Rounded up to nine decimals and capped at 2⁶³ - 1, as the API promises.
    private static Quantity rounded(BigDecimal value, Notation notation) {
        BigDecimal exact =
                value.scale() > DECIMALS_MAX
                        ? value.setScale(DECIMALS_MAX, RoundingMode.UP)
                        : value;
        return new Quantity(exact.min(LARGEST).max(LARGEST.negate()), notation);
    }

    public int signum() {
        return value.signum();
    }

    /// Whether the amount is a whole number.
    public boolean isWhole() {
        return value.stripTrailingZeros().scale() <= 0;
    }

    /// Compares amounts, not notations: `1000m` equals `1` here.
    @Override
    public int compareTo(Quantity other) {
        return value.compareTo(other.value);
    }

    /// The canonical form.
    @Override
    public String toString() {
        if (value.signum() == 0) {
            return "0";
        }
        if (notation == Notation.BINARY && value.abs().compareTo(new BigDecimal(KIBI)) >= 0) {
            return binary(value.setScale(0, RoundingMode.UP).toBigInteger());
        }
        return decimal();
    }

    private static String binary(BigInteger whole) {
        int power = 0;
        while (power < BINARY.length - 1 && whole.mod(KIBI).signum() == 0) {
            whole = whole.divide(KIBI);
            power++;
        }
        return whole + BINARY[power];
    }

    private String decimal() {
        int exponent = 0;
        BigDecimal number = value.stripTrailingZeros();
        while (number.scale() > 0) {
            number = number.scaleByPowerOfTen(3).stripTrailingZeros();
            exponent -= 3;
        }
        BigInteger whole = number.toBigIntegerExact();
        while (exponent < 18 && whole.mod(THOUSAND).signum() == 0) {
            whole = whole.divide(THOUSAND);
            exponent += 3;
        }
        if (exponent == 0) {
            return whole.toString();
        }
        return notation == Notation.EXPONENT
                ? whole + "e" + exponent
                : whole + DECIMAL_SUFFIXES.get(exponent);
    }
}
