package dev.sluice.model;

import java.math.BigDecimal;

/// Amounts of resources as whole numbers in canonical units: milli-cores of `cpu`, units of everything else (R1.1).
public final class Amounts {

    /// The name of the resource that is counted in thousandths.
    public static final String CPU = "cpu";

    private static final Quantity UNLIMITED_CORES = Quantity.of(Long.MAX_VALUE / 1000);

    /// No limit. Greater than every amount, and absorbing in sums (R1.4).
    public static final long UNLIMITED = Long.MAX_VALUE;

    private Amounts() {}

    /// The amount that a request stands for, rounded away from zero and clamped (R1.2, R1.3).
    ///
    /// A request can never read as unlimited; the greatest one is `UNLIMITED - 1`.
    public static long ofRequest(String resource, Quantity quantity) {
        long amount = resource.equals(CPU) ? quantity.milliUnits() : quantity.units();
        return Math.min(amount, UNLIMITED - 1);
    }

    /// The amount that a quota or a limit stands for; very great ones are unlimited (R1.4).
    public static long ofQuota(String resource, Quantity quantity) {
        if (resource.equals(CPU)) {
            return quantity.compareTo(UNLIMITED_CORES) >= 0 ? UNLIMITED : quantity.milliUnits();
        }
        return quantity.units();
    }

    /// Sum with saturation; unlimited stays unlimited.
    public static long plus(long a, long b) {
        if (a == UNLIMITED || b == UNLIMITED) {
            return UNLIMITED;
        }
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            return a < 0 ? Long.MIN_VALUE : UNLIMITED - 1;
        }
        return Math.min(sum, UNLIMITED - 1);
    }

    /// Difference with saturation: unlimited minus unlimited is 0, and anything else minus unlimited the least number.
    public static long minus(long a, long b) {
        if (a == UNLIMITED) {
            return b == UNLIMITED ? 0 : UNLIMITED;
        }
        if (b == UNLIMITED) {
            return Long.MIN_VALUE;
        }
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            return a < 0 ? Long.MIN_VALUE : UNLIMITED - 1;
        }
        return Math.min(difference, UNLIMITED - 1);
    }

    /// Product with saturation of an amount and a count.
    public static long times(long amount, long count) {
        long high = Math.multiplyHigh(amount, count);
        long low = amount * count;
        if ((high == 0 && low >= 0) || (high == -1 && low < 0)) {
            return Math.min(low, UNLIMITED - 1);
        }
        return (amount < 0) == (count < 0) ? UNLIMITED - 1 : Long.MIN_VALUE;
    }

    /// The text of an amount in messages and in the API (R1.5).
    public static String format(String resource, long amount) {
        if (amount == UNLIMITED) {
            return "<unlimited>";
        }
        return quantity(resource, amount).toString();
    }

    /// The quantity of an amount, in the format of its resource (R1.5).
    public static Quantity quantity(String resource, long amount) {
        if (resource.equals(CPU)) {
            return new Quantity(BigDecimal.valueOf(amount, 3), Quantity.Format.DECIMAL);
        }
        Quantity.Format format =
                isBytes(resource) && amount % 1024 == 0
                        ? Quantity.Format.BINARY
                        : Quantity.Format.DECIMAL;
        return new Quantity(BigDecimal.valueOf(amount), format);
    }

    private static boolean isBytes(String resource) {
        return resource.equals("memory")
                || resource.equals("ephemeral-storage")
                || resource.startsWith("hugepages-");
    }
}
