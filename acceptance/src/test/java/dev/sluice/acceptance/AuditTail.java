package dev.sluice.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Reads on in a server's audit log and tells what was asked: `code method target`, normalized as the traces are.
final class AuditTail {
    /// A line is written after the answer is out.
    static final long LATE_SECONDS_MAX = 10;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path log;
    private long read;

    AuditTail(Path log) {
        this.log = log;
    }

    /// Forgets what was asked up to a request whose target contains a text.
    void dropUntil(String part) throws IOException {
        while (next().stream().noneMatch(request -> request.contains(part))) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    /// What came since the last call, and counts.
    List<String> next() throws IOException {
        byte[] bytes;
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            bytes = new byte[(int) (file.length() - read)];
            file.seek(read);
            file.readFully(bytes);
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        int whole = text.lastIndexOf('\n') + 1;
        read += text.substring(0, whole).getBytes(StandardCharsets.UTF_8).length;
        List<String> asked = new ArrayList<>();
        for (String line : text.substring(0, whole).lines().toList()) {
            JsonNode event = MAPPER.readTree(line);
            String target = event.path("requestURI").asText();
            if (KubectlTrace.counts(target)) {
                String code = event.path("responseStatus").path("code").asText();
                asked.add(
                        code
                                + " "
                                + method(event.path("verb").asText())
                                + " "
                                + KubectlTrace.normalized(target));
            }
        }
        return asked;
    }

    private static String method(String verb) {
        return switch (verb) {
            case "create" -> "POST";
            case "update" -> "PUT";
            case "patch", "apply" -> "PATCH";
            case "delete", "deletecollection" -> "DELETE";
            default -> "GET";
        };
    }
}
