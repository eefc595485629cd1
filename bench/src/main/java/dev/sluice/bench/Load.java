package dev.sluice.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/// Several clients that each do the same operation again and again, one after the other, for some time.
final class Load {
    private Load() {}

    /// One operation of one client.
    @FunctionalInterface
    interface Operation {
        /// @param number counts the client's operations from 0
        void run(int client, int number) throws IOException, InterruptedException;
    }

    /// What a load came to.
    ///
    /// @param perSecond operations per second of all clients together
    record Outcome(double perSecond, Latencies latencies) {}

    /// @throws IOException what the first failing operation threw
    static Outcome run(int clients, int seconds, Operation operation)
            throws IOException, InterruptedException {
        Latencies latencies = new Latencies();
        long begin = System.nanoTime();
        long end = begin + seconds * 1_000_000_000L;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                int id = client;
                all.add(
                        threads.submit(
                                () -> {
                                    for (int number = 0; System.nanoTime() < end; number++) {
                                        long start = System.nanoTime();
                                        operation.run(id, number);
                                        latencies.add(System.nanoTime() - start);
                                    }
                                    return null;
                                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } catch (ExecutionException failed) {
            throw new IOException("an operation failed: " + failed.getCause(), failed.getCause());
        }
        return new Outcome(latencies.count() / ((System.nanoTime() - begin) / 1e9), latencies);
    }

    /// One operation of many that are numbered.
    @FunctionalInterface
    interface Numbered {
        void run(int number) throws IOException;
    }

    /// Runs operations 0 to `count` - 1, some side by side.
    ///
    /// @throws IOException what the first failing operation threw
    static void each(int clients, int count, Numbered operation)
            throws IOException, InterruptedException {
        AtomicInteger next = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                all.add(
                        threads.submit(
                                () -> {
                                    int number;
                                    while ((number = next.getAndIncrement()) < count) {
                                        operation.run(number);
                                    }
                                    return null;
                                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } catch (ExecutionException failed) {
            throw new IOException("an operation failed: " + failed.getCause(), failed.getCause());
        }
    }
}
