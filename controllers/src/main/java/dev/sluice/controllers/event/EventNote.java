package dev.sluice.controllers.event;

import java.nio.charset.StandardCharsets;

/// The text of an event, which the API limits; what is too long ends in ` ...` (S5.43).
final class EventNote {
    static final int BYTES_MAX = 1024;
    private static final String CUT = " ...";

    private EventNote() {}

    static String within(String note) {
        byte[] bytes = note.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= BYTES_MAX) {
            return note;
        }
        int end = BYTES_MAX - CUT.length();
        // A character of several bytes is left out whole: all its bytes but the first look like 10xxxxxx.
        while ((bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + CUT;
    }
}
