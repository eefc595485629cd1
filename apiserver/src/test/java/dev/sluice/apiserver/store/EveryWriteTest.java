package dev.sluice.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every single write, sync, cut and removal by which SQLite keeps a store fails once, in each way in which it can fail, and the power
/// goes before it (H6.5, H6.12, H6.36, H6.50).
///
/// `-Dsluice.faults.writes=N` plays longer lives than of {@value #WRITES} changes after each of two starts;
/// `-Dsluice.faults.seed=N` other ones.
class EveryWriteTest {
    private static final int WRITES = 3;
    private static final int STARTS = 2;

    private final long seed = Long.getLong("sluice.faults.seed", 3);
    private final int writes = Integer.getInteger("sluice.faults.writes", WRITES);

    @TempDir Path folder;

    @BeforeEach
    void onlyWhereTheCallsCanBeStopped() throws Exception {
        Assumptions.assumeTrue(
                DiskCalls.isPossible(folder),
                "skipped: the calls of SQLite's library cannot be stopped on this system");
    }

    @Test
    void nothingAcknowledgedIsLostWhicheverCallFails() throws Exception {
        List<DiskCalls.Call> all = calls(new Ledger(seed), new ArrayList<>());
        int played = 0;
        for (int at = 0; at < all.size(); at++) {
            boolean write = all.get(at) instanceof DiskCalls.Call.Write;
            for (DiskCalls.Fault fault : DiskCalls.Fault.values()) {
                if (write || fault == DiskCalls.Fault.ERROR) {
                    failing(at, fault, false);
                    failing(at, fault, true);
                    played += 2;
                }
            }
        }
        System.out.printf("%d calls failed in %d ways%n", all.size(), played);
    }

    @Test
    void nothingAcknowledgedIsLostWheneverThePowerGoes() throws Exception {
        Ledger ledger = new Ledger(seed);
        List<Integer> callsAtAcknowledgement = new ArrayList<>();
        List<DiskCalls.Call> all = calls(ledger, callsAtAcknowledgement);
        for (int count = 0; count <= all.size(); count++) {
            int end = count;
            int acknowledged =
                    (int) callsAtAcknowledgement.stream().filter(calls -> calls <= end).count();
            for (LostDisk.Rest rest : LostDisk.Rest.values()) {
                Path data = Files.createDirectory(folder.resolve(rest + "-" + count));
                LostDisk.after(all.subList(0, count), rest, data);
                check(data, ledger.states(), acknowledged, rest + " after call " + count);
            }
        }
    }

    /// All that a life without faults does to the disk.
    ///
    /// @param atAcknowledgement gets the number of calls that were over at each acknowledgement
    private List<DiskCalls.Call> calls(Ledger ledger, List<Integer> atAcknowledgement)
            throws Exception {
        try (DiskCalls calls = DiskCalls.in(folder)) {
            live(
                    folder.resolve("whole"),
                    ledger,
                    () -> atAcknowledgement.add(calls.calls().size()));
            return calls.calls();
        }
    }

    private void failing(int at, DiskCalls.Fault fault, boolean forGood) throws Exception {
        String what = fault + (forGood ? " for good" : "") + " at call " + at;
        Path data = folder.resolve(what.replace(' ', '-'));
        Ledger ledger = new Ledger(seed);
        try (DiskCalls calls = DiskCalls.in(folder)) {
            calls.fail(at, fault, forGood);
            live(data, ledger, () -> {});
            assertThat(calls.calls()).as(what).hasSizeGreaterThan(at);
        }
        List<Map<String, String>> states = new ArrayList<>(ledger.states());
        states.add(ledger.wanted());
        check(data, states, ledger.states().size() - 1, what);
    }

    /// Starts and changes until something is refused.
    private void live(Path data, Ledger ledger, Runnable acknowledged) throws JournalFailure {
        try (DataDirectory taken = DataDirectory.take(data)) {
            for (int start = 0; start < STARTS; start++) {
                try (Store store = open(taken)) {
                    for (int i = 0; i < writes; i++) {
                        ledger.change(store);
                        acknowledged.run();
                    }
                } catch (JournalFailure refused) {
                    assertThat(refused).hasMessageContaining(data.toString());
                    return;
                } catch (StoreReadOnly refused) {
                    assertThat(refused).hasMessageContaining("storage takes no writes");
                    return;
                }
            }
        }
    }

    /// All that was acknowledged is there, at most with the change after it, and writing goes on.
    ///
    /// @param states after each change, the empty one first
    private static void check(
            Path data, List<Map<String, String>> states, int acknowledged, String what)
            throws JournalFailure {
        try (DataDirectory taken = DataDirectory.take(data);
                Store store = open(taken)) {
            long revision = store.snapshot().revision();
            assertThat(revision).as(what).isBetween(1L + acknowledged, 2L + acknowledged);
            assertThat(Ledger.held(store))
                    .as(what)
                    .isEqualTo(states.get(Math.toIntExact(revision) - 1));
            new Ledger(0).change(store);
            assertThat(store.snapshot().revision()).as(what).isEqualTo(revision + 1);
        } catch (JournalFailure refused) {
            fail(what, refused);
        }
    }

    private static Store open(DataDirectory taken) throws JournalFailure {
        return Store.in(taken, 1_000, Duration.ofMinutes(5), InstantSource.system());
    }
}
