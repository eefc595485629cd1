package dev.sluice.bench;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/// Jobs offered at a rate, by a fixed number of connections that are kept open. Each job has a moment at which it is
/// due by the clock; a connection that is still busy then sends it late, and the delay counts as latency.
final class JobLoad {
    private final int connections;
    private final Submission submission;

    /// One request.
    @FunctionalInterface
    interface Submission {
        /// @param dueNanos when it should have been sent
        /// @throws IOException when it is refused
        void send(String job, long dueNanos) throws IOException, InterruptedException;
    }

    /// What became of the requests.
    ///
    /// @param refusals how often each answer was given that was no success
    /// @param seconds until the last answer
    record Offered(int offered, int accepted, Map<String, Long> refusals, double seconds) {
        @Override
        public String toString() {
            String reasons =
                    refusals.isEmpty()
                            ? ""
                            : ": "
                                    + refusals.entrySet().stream()
                                            .map(entry -> entry.getValue() + " × " + entry.getKey())
                                            .collect(Collectors.joining("; "));
            return String.format(
                    Locale.ROOT,
                    "%d offered, %d accepted, %d refused in %.1f s%s",
                    offered,
                    accepted,
                    offered - accepted,
                    seconds,
                    reasons);
        }
    }

    JobLoad(int connections, Submission submission) {
        this.connections = connections;
        this.submission = submission;
    }

    /// Offers `count` jobs, `rate` of them a second; returns when each was answered.
    Offered offer(String batch, int rate, int count) throws InterruptedException {
        Map<String, LongAdder> refusals = new ConcurrentHashMap<>();
        AtomicInteger next = new AtomicInteger();
        AtomicInteger accepted = new AtomicInteger();
        long begin = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int connection = 0; connection < connections; connection++) {
                threads.submit(
                        () -> {
                            int number;
                            while ((number = next.getAndIncrement()) < count) {
                                long due = begin + (long) (number * 1e9 / rate);
                                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                                try {
                                    submission.send(batch + "-" + number, due);
                                    accepted.incrementAndGet();
                                } catch (IOException refused) {
                                    refusals.computeIfAbsent(reason(refused), _ -> new LongAdder())
                                            .increment();
                                }
                            }
                            return null;
                        });
            }
        }
        Map<String, Long> counts = new TreeMap<>();
        refusals.forEach((reason, times) -> counts.put(reason, times.sum()));
        return new Offered(count, accepted.get(), counts, (System.nanoTime() - begin) / 1e9);
    }

    private static String reason(IOException refused) {
        String message = String.valueOf(refused.getMessage());
        return refused.getClass().getSimpleName()
                + " "
                + message.substring(0, Math.min(message.length(), 160));
    }
}
