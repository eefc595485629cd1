package dev.sluice.apiserver.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Short texts that come again and again, such as names of fields, so that each is one String of which the hash is known.
/// As large as it is made and no larger: a text takes the place of another one with the same hash. Safe for many threads,
/// which at worst make a text twice.
final class KnownTexts {
    private final int bytesMax;
    private final @Nullable Entry[] entries;

    /// @param raw as it stands in JSON, escapes and all
    private record Entry(byte[] raw, String text) {}

    /// @param bits how many texts, as a power of two
    /// @param bytesMax longer ones are not kept
    KnownTexts(int bits, int bytesMax) {
        this.entries = new Entry[1 << bits];
        this.bytesMax = bytesMax;
    }

    /// The text of bytes without escapes beyond ASCII or below a blank.
    ///
    /// @param hash of the bytes, as [#hash] continues it
    String plain(byte[] json, int from, int to, int hash) {
        int slot = slot(hash);
        Entry known = entries[slot];
        if (known != null && Arrays.equals(known.raw, 0, known.raw.length, json, from, to)) {
            return known.text;
        }
        String text = new String(json, from, to - from, StandardCharsets.ISO_8859_1);
        if (to - from <= bytesMax) {
            entries[slot] = new Entry(Arrays.copyOfRange(json, from, to), text);
        }
        return text;
    }

    private int slot(int hash) {
        return (hash ^ (hash >>> 15)) & (entries.length - 1);
    }

    static int hash(int before, byte next) {
        return before * 31 + next;
    }
}
