package dev.sluice.cli.explain;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Brings the amounts of one sentence to one unit, so that they can be compared by eye: `11.9Gi of 8Gi`, not
/// `12188Mi of 8Gi`, and `1.5 of 4`, not `1500m of 4`.
final class OneUnit {
    private static final List<String> UNITS = List.of("Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
    private static final BigDecimal MILLI = new BigDecimal("0.001");
    private static final String ALONE =
            "(?<![\\w.\\-/\"])(\\d+(?:\\.\\d+)?)%s(?![\\w\\-/\"]|\\.\\w)";
    private static final Pattern BINARY =
            Pattern.compile(ALONE.formatted("(" + String.join("|", UNITS) + ")"));
    private static final Pattern THOUSANDTHS = Pattern.compile(ALONE.formatted("m"));
    private static final Pattern WHOLE = Pattern.compile(ALONE.formatted(""));

    private OneUnit() {}

    static String in(String sentence) {
        return binary(thousandths(sentence));
    }

    /// Thousandths beside whole numbers become decimals.
    private static String thousandths(String sentence) {
        return WHOLE.matcher(sentence).find()
                ? THOUSANDTHS.matcher(sentence).replaceAll(m -> plain(number(m).multiply(MILLI)))
                : sentence;
    }

    /// The greatest unit of them is that of all.
    private static String binary(String sentence) {
        int greatest = -1;
        Matcher amounts = BINARY.matcher(sentence);
        while (amounts.find()) {
            greatest = Math.max(greatest, UNITS.indexOf(amounts.group(2)));
        }
        if (greatest < 0) {
            return sentence;
        }
        int unit = greatest;
        return amounts.replaceAll(
                amount -> {
                    int steps = unit - UNITS.indexOf(amount.group(2));
                    return plain(number(amount).divide(KIBI.pow(steps))) + UNITS.get(unit);
                });
    }

    private static BigDecimal number(MatchResult amount) {
        return new BigDecimal(amount.group(1));
    }

    /// Two decimals, or three digits where that would be nothing.
    private static String plain(BigDecimal value) {
        BigDecimal rounded = value.setScale(2, RoundingMode.HALF_UP);
        return (rounded.signum() == 0 ? value.round(new MathContext(3)) : rounded)
                .stripTrailingZeros()
                .toPlainString();
    }
}
