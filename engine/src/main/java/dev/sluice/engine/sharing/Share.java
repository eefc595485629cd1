package dev.sluice.engine.sharing;

/// The dominant resource share of a node: what it uses beyond its own, per mille of what its cohort could lend (R7.2).
///
/// @param ratio the greatest per mille of any resource
/// @param weight weight of the node
/// @param borrowing whether it uses more than its own of anything; possible with a ratio of 0 (R7.3)
public record Share(double ratio, double weight, boolean borrowing) implements Comparable<Share> {

    /// The share of a node that borrows nothing.
    public static final Share NONE = new Share(0, 1, false);

    /// The ratio divided by the weight; infinite for a weight of 0.
    public double weighted() {
        if (ratio == 0) {
            return 0;
        }
        return weight == 0 ? Double.POSITIVE_INFINITY : ratio / weight;
    }

    private boolean isHopeless() {
        return weight == 0 && ratio > 0;
    }

    /// R7.4: shares without weight come last and are compared by ratio.
    @Override
    public int compareTo(Share other) {
        if (isHopeless() && other.isHopeless()) {
            return Double.compare(ratio, other.ratio);
        }
        if (isHopeless() != other.isHopeless()) {
            return isHopeless() ? 1 : -1;
        }
        return Double.compare(weighted(), other.weighted());
    }

    /// The value for the status: rounded up, or the greatest number for infinity (R7.5).
    public long reported() {
        double value = weighted();
        return Double.isInfinite(value) ? Long.MAX_VALUE : (long) Math.ceil(value);
    }
}
