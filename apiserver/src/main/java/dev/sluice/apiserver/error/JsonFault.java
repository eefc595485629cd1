package dev.sluice.apiserver.error;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.CharConversionException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// What a client is told about text that is no JSON or YAML: the fault, without the names of what reads it.
public final class JsonFault {
    private JsonFault() {}

    /// One clause, without a position in files that the client does not have.
    public static String text(IOException fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof CharConversionException undecodable) {
                return ofBytes(undecodable.getMessage());
            }
        }
        return switch (fault) {
            case StreamConstraintsException excess -> beforeSource(excess.getOriginalMessage());
            case JsonProcessingException malformed -> malformed.getOriginalMessage();
            default -> "the text cannot be read";
        };
    }

    private static String ofBytes(@Nullable String message) {
        return message == null ? "the text is not UTF-8" : message;
    }

    /// `… (1001) exceeds the maximum allowed (1000, from X)` without X.
    private static String beforeSource(String message) {
        int source = message.indexOf(", from `");
        return source < 0 ? message : message.substring(0, source) + ")";
    }
}
