package dev.sluice.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// One connection with HTTP/1.1 over TLS that carries one request at a time. It does as little as it can, because the client shares
/// the processors with the server that it measures.
final class ApiConnection implements AutoCloseable {
    private static final int SILENCE_MILLIS_MAX = 60_000;
    private static final int LINE_BYTES_MAX = 64 << 10;
    private static final String MERGE_PATCH = "application/merge-patch+json";

    private final SSLSocket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String headers;

    /// An answer, whole.
    record Answer(int code, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    private record Head(int code, long length, boolean chunked) {}

    private ApiConnection(SSLSocket socket, String headers) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), 32 << 10);
        this.out = socket.getOutputStream();
        this.headers = headers;
    }

    static ApiConnection open(SSLSocketFactory factory, Target target) throws IOException {
        URI server = URI.create(target.url());
        SSLSocket socket = (SSLSocket) factory.createSocket(server.getHost(), server.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(SILENCE_MILLIS_MAX);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        String headers =
                " HTTP/1.1\r\nHost: "
                        + server.getAuthority()
                        + "\r\nAuthorization: Bearer "
                        + target.token()
                        + "\r\nAccept: application/json\r\n";
        return new ApiConnection(socket, headers);
    }

    /// Sends one request and reads its answer to the end.
    ///
    /// @param method `PATCH` for a JSON merge patch
    /// @param body JSON; empty for none
    Answer send(String method, String path, String body) throws IOException {
        write(method, path, body);
        Head head = head();
        if (!head.chunked()) {
            return new Answer(head.code(), exactly(head.length()));
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        byte[] chunk;
        while ((chunk = chunk()).length > 0) {
            whole.writeBytes(chunk);
        }
        return new Answer(head.code(), whole.toByteArray());
    }

    /// Sends a request whose answer has no end; its parts are read by [#chunk].
    ///
    /// @throws IOException when it is answered anything but 200, or with an answer that ends
    void follow(String path) throws IOException {
        write("GET", path, "");
        socket.setSoTimeout(0);
        Head head = head();
        if (head.code() != 200 || !head.chunked()) {
            throw new IOException(
                    "GET "
                            + path
                            + " was answered "
                            + head.code()
                            + ": "
                            + new String(exactly(head.length()), StandardCharsets.UTF_8));
        }
    }

    /// The next part of an answer that comes in parts.
    ///
    /// @return empty at the end
    byte[] chunk() throws IOException {
        byte[] part = exactly(Long.parseLong(line(), 16));
        line();
        return part;
    }

    private void write(String method, String path, String body) throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String typed =
                content.length == 0
                        ? ""
                        : "Content-Type: "
                                + (method.equals("PATCH") ? MERGE_PATCH : "application/json")
                                + "\r\nContent-Length: "
                                + content.length
                                + "\r\n";
        byte[] start =
                (method + " " + path + headers + typed + "\r\n").getBytes(StandardCharsets.UTF_8);
        byte[] all = new byte[start.length + content.length];
        System.arraycopy(start, 0, all, 0, start.length);
        System.arraycopy(content, 0, all, start.length, content.length);
        out.write(all);
        out.flush();
    }

    private Head head() throws IOException {
        String status = line();
        int code = Integer.parseInt(status.split(" ", 3)[1]);
        long length = 0;
        boolean chunked = false;
        String line;
        while (!(line = line()).isEmpty()) {
            String lower = line.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(lower.substring(15).strip());
            } else if (lower.startsWith("transfer-encoding:")) {
                chunked = lower.endsWith("chunked");
            }
        }
        return new Head(code, length, chunked);
    }

    private byte[] exactly(long length) throws IOException {
        byte[] bytes = in.readNBytes(Math.toIntExact(length));
        if (bytes.length < length) {
            throw new EOFException("the server ended the connection within an answer");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        int next;
        while ((next = in.read()) != '\n') {
            if (next < 0 || line.length() > LINE_BYTES_MAX) {
                throw new EOFException("the server ended the connection, or sends no HTTP");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
