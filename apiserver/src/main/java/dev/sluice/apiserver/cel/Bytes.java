package dev.sluice.apiserver.cel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A value of type `bytes`.
record Bytes(byte[] octets) {
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Bytes bytes && Arrays.equals(octets, bytes.octets);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(octets);
    }
}
