package dev.sluice.localcluster.replica;

import io.fabric8.kubernetes.api.model.IntOrString;
import org.jspecify.annotations.Nullable;

/// A number of pods that is given as itself or as a share of all of them (`25%`).
public final class Share {
    private Share() {}

    /// @param value null is 0
    /// @param of what 100 % are
    /// @param up whether a part of a pod counts as a whole one
    public static int resolve(@Nullable IntOrString value, int of, boolean up) {
        if (value == null || value.getValue() == null) {
            return 0;
        }
        if (value.getIntVal() != null) {
            return value.getIntVal();
        }
        String text = value.getStrVal().strip();
        long percent = Long.parseLong(text.substring(0, text.length() - 1));
        long hundredfold = percent * of;
        return (int) (up ? Math.ceilDiv(hundredfold, 100) : hundredfold / 100);
    }
}
