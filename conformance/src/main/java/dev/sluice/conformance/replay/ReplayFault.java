package dev.sluice.conformance.replay;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Serial;

/// A line that is not what an [EngineLog] writes. The message names the field, what was expected and what stands there.
final class ReplayFault extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    ReplayFault(String message) {
        super(message);
    }

    static void unless(boolean right, String at, JsonNode node, String expected) {
        if (!right) {
            throw new ReplayFault(at + ": expected " + expected + ", got " + node);
        }
    }
}
