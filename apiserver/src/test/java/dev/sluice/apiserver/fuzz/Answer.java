package dev.sluice.apiserver.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// What came back for one [Shot].
///
/// @param code 0 when the server closed the connection instead
/// @param open whether more can be asked on this connection
record Answer(int code, byte[] body, boolean open) {
    /// What only a server's own stack and classes look like.
    private static final List<String> INSIDES =
            List.of(
                    "\tat ",
                    "Exception",
                    "StackOverflow",
                    "OutOfMemory",
                    "dev.sluice.",
                    "com.fasterxml",
                    "io.vertx",
                    "io.netty",
                    "java.io.",
                    "java.lang.",
                    "see the server's log");

    static final Answer NONE_EXPECTED = new Answer(204, new byte[0], false);
    static final Answer CLOSED = new Answer(0, new byte[0], false);

    /// What is wrong with it, if anything.
    Optional<String> fault() {
        String text = new String(body, 0, Math.min(body.length, 100_000), StandardCharsets.UTF_8);
        if (code != 0 && (code < 200 || code > 599)) {
            return Optional.of("no status code: " + code);
        }
        if (code >= 500 && text.length() < 20) {
            return Optional.of(code + " without a reason: " + text);
        }
        if (code >= 400 && INSIDES.stream().anyMatch(text::contains)) {
            return Optional.of(code + " tells of the server's insides: " + text);
        }
        return Optional.empty();
    }
}
