package dev.sluice.engine.sharing;

import dev.sluice.engine.spec.EngineSettings.AdmissionFairSharing;
import dev.sluice.engine.spec.WorkloadKey;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// What a LocalQueue has consumed, and the penalties of workloads that are about to be admitted (R7.22 to R7.27).
///
/// Amounts are in natural units (cores, bytes, pieces) with nine decimals. What was consumed fades with the half life
/// while present usage takes its place.
public final class Consumption {

    private static final int DECIMALS = 9;

    private final AdmissionFairSharing settings;
    private final TreeMap<String, BigDecimal> consumed = new TreeMap<>();
    private final TreeMap<String, BigDecimal> pending = new TreeMap<>();
    private final Map<WorkloadKey, Map<String, BigDecimal>> penalties = new HashMap<>();
    private Instant updated;

    /// @param seed what an earlier process has published
    public Consumption(AdmissionFairSharing settings, Map<String, BigDecimal> seed, Instant now) {
        this.settings = settings;
        this.updated = now;
        if (!settings.usageHalfLife().isZero()) {
            consumed.putAll(seed);
        }
    }

    /// The ledger counts from this time on.
    public void begin(Instant now) {
        updated = now;
    }

    /// What was consumed by resource.
    public Map<String, BigDecimal> consumed() {
        return consumed;
    }

    /// The sum of penalties that are not settled yet by resource.
    public Map<String, BigDecimal> pending() {
        return pending;
    }

    /// When the next sample is due.
    public Instant due() {
        return updated.plus(settings.usageSamplingInterval());
    }

    /// Usage for the queue order (R7.23).
    public double usage(double weight) {
        if (weight <= 0) {
            return Double.POSITIVE_INFINITY;
        }
        TreeMap<String, BigDecimal> all = new TreeMap<>(consumed);
        pending.forEach((resource, amount) -> all.merge(resource, amount, BigDecimal::add));
        double sum = 0;
        for (Map.Entry<String, BigDecimal> entry : all.entrySet()) {
            double factor = settings.resourceWeights().getOrDefault(entry.getKey(), 1.0);
            sum += factor * entry.getValue().doubleValue();
        }
        return sum / weight;
    }

    /// Takes a sample of present usage (R7.25).
    public void sample(Map<String, BigDecimal> present, Instant now) {
        if (settings.usageHalfLife().isZero()) {
            consumed.clear();
            updated = now;
        } else {
            decay(present, now);
        }
    }

    private void decay(Map<String, BigDecimal> present, Instant now) {
        double alpha = alpha(Duration.between(updated, now));
        TreeMap<String, BigDecimal> faded = new TreeMap<>();
        consumed.forEach((resource, amount) -> faded.put(resource, times(amount, 1 - alpha)));
        present.forEach(
                (resource, amount) -> faded.merge(resource, times(amount, alpha), BigDecimal::add));
        consumed.clear();
        consumed.putAll(faded);
        updated = now;
    }

    /// Records the penalty of a workload that is about to be admitted (R7.26).
    public void penalize(WorkloadKey workload, Map<String, BigDecimal> requests) {
        drop(workload);
        double alpha = alpha(settings.usageSamplingInterval());
        Map<String, BigDecimal> penalty = new HashMap<>();
        requests.forEach((resource, amount) -> penalty.put(resource, times(amount, alpha)));
        penalty.forEach((resource, amount) -> pending.merge(resource, amount, BigDecimal::add));
        penalties.put(workload, penalty);
    }

    /// The workload is admitted: its penalty is consumed (R7.27). Says whether there was one.
    public boolean settle(WorkloadKey workload, Map<String, BigDecimal> present, Instant now) {
        Map<String, BigDecimal> penalty = penalties.get(workload);
        if (penalty == null) {
            return false;
        }
        decay(present, now);
        penalty.forEach((resource, amount) -> consumed.merge(resource, amount, BigDecimal::add));
        drop(workload);
        return true;
    }

    /// The penalty is dropped without being consumed (R7.27). Says whether there was one.
    public boolean drop(WorkloadKey workload) {
        Map<String, BigDecimal> penalty = penalties.remove(workload);
        if (penalty == null) {
            return false;
        }
        penalty.forEach(
                (resource, amount) -> pending.merge(resource, amount.negate(), BigDecimal::add));
        return true;
    }

    private double alpha(Duration elapsed) {
        double halfLife = seconds(settings.usageHalfLife());
        if (halfLife == 0) {
            return 0;
        }
        return 1 - half(Math.max(0, seconds(elapsed)) / halfLife);
    }

    /// 0.5 to the power of x. The way it is computed gives the peer's last bit, on every machine.
    private static double half(double x) {
        return StrictMath.exp(x * StrictMath.log(0.5));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    private static BigDecimal times(BigDecimal amount, double factor) {
        return amount.multiply(BigDecimal.valueOf(factor)).setScale(DECIMALS, RoundingMode.DOWN);
    }
}
