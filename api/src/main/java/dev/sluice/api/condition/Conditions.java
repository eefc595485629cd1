package dev.sluice.api.condition;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads lists of conditions and makes changed ones; a list that is given is never changed.
public final class Conditions {
    /// Bytes that a message may have (A1.7).
    public static final int MESSAGE_BYTES_MAX = 32768;

    /// Bytes that the note of an event may have (A1.7).
    public static final int NOTE_BYTES_MAX = 1024;

    private static final String CUT = " ...";

    private Conditions() {}

    /// @return the condition of this type, or null
    public static @Nullable Condition find(List<Condition> conditions, String type) {
        for (Condition condition : conditions) {
            if (type.equals(condition.getType())) {
                return condition;
            }
        }
        return null;
    }

    /// Whether there is a condition of this type with status `True`.
    public static boolean isTrue(List<Condition> conditions, String type) {
        return hasStatus(conditions, type, "True");
    }

    /// Whether there is a condition of this type with status `False`.
    public static boolean isFalse(List<Condition> conditions, String type) {
        return hasStatus(conditions, type, "False");
    }

    private static boolean hasStatus(List<Condition> conditions, String type, String status) {
        Condition found = find(conditions, type);
        return found != null && status.equals(found.getStatus());
    }

    /// @return the condition's reason, or null if there is no such condition
    public static @Nullable String reason(List<Condition> conditions, String type) {
        Condition found = find(conditions, type);
        return found == null ? null : found.getReason();
    }

    /// When the condition got its status, or null if there is no such condition or it does not say.
    public static @Nullable Instant since(List<Condition> conditions, String type) {
        Condition found = find(conditions, type);
        return found == null || found.getLastTransitionTime() == null
                ? null
                : Instant.parse(found.getLastTransitionTime());
    }

    /// A condition whose message is cut to what fits (A1.7).
    public static Condition condition(
            String type,
            boolean status,
            String reason,
            String message,
            long generation,
            Instant now) {
        return new ConditionBuilder()
                .withType(type)
                .withStatus(status ? "True" : "False")
                .withReason(reason)
                .withMessage(cut(message, MESSAGE_BYTES_MAX))
                .withObservedGeneration(generation == 0 ? null : generation)
                .withLastTransitionTime(time(now))
                .build();
    }

    /// Puts a condition into the list. As long as the status is the same the time of the transition stays.
    ///
    /// @return the changed list; the given one if the condition already says all that
    public static List<Condition> with(List<Condition> conditions, Condition wanted) {
        List<Condition> changed = new ArrayList<>(conditions);
        for (int i = 0; i < changed.size(); i++) {
            Condition present = changed.get(i);
            if (!wanted.getType().equals(present.getType())) {
                continue;
            }
            if (!present.getStatus().equals(wanted.getStatus())) {
                changed.set(i, wanted);
                return List.copyOf(changed);
            }
            if (saysTheSame(present, wanted)) {
                return conditions;
            }
            changed.set(
                    i,
                    new ConditionBuilder(wanted)
                            .withLastTransitionTime(present.getLastTransitionTime())
                            .build());
            return List.copyOf(changed);
        }
        changed.add(wanted);
        return List.copyOf(changed);
    }

    /// @return the list without the condition of this type
    public static List<Condition> without(List<Condition> conditions, String type) {
        return conditions.stream().filter(c -> !type.equals(c.getType())).toList();
    }

    private static boolean saysTheSame(Condition present, Condition wanted) {
        return Objects.equals(present.getReason(), wanted.getReason())
                && Objects.equals(present.getMessage(), wanted.getMessage())
                && Objects.equals(present.getObservedGeneration(), wanted.getObservedGeneration());
    }

    /// Cuts a text to a number of bytes: what is kept ends with a space and three dots (A1.7).
    public static String cut(String text, int bytesMax) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= bytesMax) {
            return text;
        }
        int end = bytesMax - CUT.length();
        while ((bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + CUT;
    }

    /// A time as the API writes it: UTC, whole seconds.
    public static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
