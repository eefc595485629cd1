package dev.sluice.engine.flavor;

import dev.sluice.engine.reason.FlavorAttempt;
import dev.sluice.engine.reason.Mode;
import dev.sluice.engine.reason.Verdict;
import dev.sluice.engine.world.PodSet;
import dev.sluice.engine.world.ScanState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The flavors of one pod set by resource, with what was found on the way. The arrays have the indexes of
/// [PodSet#resources].
public final class AssignedPodSet {

    /// The resource has no flavor.
    public static final int NO_FLAVOR = -1;

    final PodSet podSet;

    /// Numbers of the chosen flavors, or [#NO_FLAVOR].
    final int[] flavors;

    final Verdict[] verdicts;
    final int[] levels;

    /// Index of the last flavor tried (R5.14).
    final int[] tried;

    Notes notes = new Notes(false);
    List<FlavorAttempt> attempts = List.of();
    @Nullable String error;

    AssignedPodSet(PodSet podSet) {
        this.podSet = podSet;
        int size = podSet.resources().length;
        flavors = new int[size];
        verdicts = new Verdict[size];
        levels = new int[size];
        tried = new int[size];
        Arrays.fill(flavors, NO_FLAVOR);
        Arrays.fill(verdicts, Verdict.FIT);
        Arrays.fill(tried, ScanState.NOTHING);
    }

    public PodSet podSet() {
        return podSet;
    }

    /// Number of the flavor for the i-th requested resource, or [#NO_FLAVOR].
    public int flavorAt(int i) {
        return flavors[i];
    }

    /// The flavor for a resource, or [#NO_FLAVOR].
    public int flavorOf(int resource) {
        int[] resources = podSet.resources();
        for (int i = 0; i < resources.length; i++) {
            if (resources[i] == resource) {
                return flavors[i];
            }
        }
        return NO_FLAVOR;
    }

    void addNotes(Notes more) {
        if (!more.isEmpty()) {
            Notes all = new Notes(more.areKept());
            all.addAll(notes);
            all.addAll(more);
            notes = all;
        }
    }

    void addAttempts(List<FlavorAttempt> more) {
        if (!more.isEmpty()) {
            List<FlavorAttempt> all = new ArrayList<>(attempts);
            all.addAll(more);
            attempts = all;
        }
    }

    /// Forgets what was chosen and how far the scan came.
    void dropFlavors() {
        Arrays.fill(flavors, NO_FLAVOR);
        Arrays.fill(tried, ScanState.NOTHING);
    }

    private boolean hasFlavors() {
        for (int flavor : flavors) {
            if (flavor != NO_FLAVOR) {
                return true;
            }
        }
        return false;
    }

    /// R5.2.
    Mode mode() {
        if (error != null) {
            return Mode.NO_FIT;
        }
        if (notes.isEmpty()) {
            return Mode.FIT;
        }
        if (!hasFlavors()) {
            return Mode.NO_FIT;
        }
        Mode worst = Mode.FIT;
        for (int i = 0; i < flavors.length; i++) {
            if (flavors[i] != NO_FLAVOR && verdicts[i].mode().compareTo(worst) < 0) {
                worst = verdicts[i].mode();
            }
        }
        return worst;
    }
}
