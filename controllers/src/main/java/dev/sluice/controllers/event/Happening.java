package dev.sluice.controllers.event;

import dev.sluice.api.condition.Conditions;

/// Something worth telling people about an object (L8.6).
///
/// @param warning type `Warning`, else `Normal`
/// @param reason a word in camel case
/// @param action what was done; mostly the reason again
/// @param note a sentence, cut to what an event may have (A1.7)
/// @param reporter who says so, as in `kueue-admission`
public record Happening(
        boolean warning, String reason, String action, String note, String reporter) {

    public Happening {
        note = Conditions.cut(note, Conditions.NOTE_BYTES_MAX);
    }

    public static Happening normal(String reporter, String reason, String note) {
        return new Happening(false, reason, reason, note, reporter);
    }

    public static Happening warning(String reporter, String reason, String note) {
        return new Happening(true, reason, reason, note, reporter);
    }
}
