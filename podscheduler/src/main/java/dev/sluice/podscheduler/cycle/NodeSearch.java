package dev.sluice.podscheduler.cycle;

/// How many nodes are looked at (S5.20 to S5.22): enough to choose well from, few enough to be quick, and not always
/// the same ones.
///
/// @param percentage of nodes to find before the search stops; 0 lets it depend on the size of the cluster
/// @param scores without scoring the first node is as good as any
record NodeSearch(int percentage, boolean scores) {
    private static final int FEW = 100;
    private static final int PERCENTAGE_MIN = 5;

    NodeSearch {
        if (percentage < 0 || percentage > 100) {
            throw new IllegalArgumentException(
                    "percentageOfNodesToScore is " + percentage + ", expected 0 to 100");
        }
    }

    /// How many nodes that can take the pod are enough, out of `candidates`.
    int enough(int candidates) {
        if (!scores) {
            return 1;
        }
        if (candidates < FEW) {
            return candidates;
        }
        int share = percentage > 0 ? percentage : Math.max(PERCENTAGE_MIN, 50 - candidates / 125);
        return Math.max(FEW, (int) ((long) candidates * share / 100));
    }
}
