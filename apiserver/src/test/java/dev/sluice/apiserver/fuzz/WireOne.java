package dev.sluice.apiserver.fuzz;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// A client of HTTP/1.1 that sends whatever it is given, on one connection after the other.
final class WireOne implements AutoCloseable {
    static final int PATIENCE_MILLIS = 60_000;
    private static final int BODY_BYTES_MAX = 16 << 20;

    private final SSLSocketFactory sockets;
    private final int port;
    private @Nullable Socket socket;
    private @Nullable InputStream in;

    WireOne(SSLSocketFactory sockets, int port) {
        this.sockets = sockets;
        this.port = port;
    }

    Answer send(Shot shot) throws IOException {
        return send(bytes(shot), shot.method().equals("HEAD"));
    }

    /// Sends bytes as they are and reads one answer.
    Answer send(byte[] bytes, boolean bodiless) throws IOException {
        boolean kept = socket != null;
        Answer answer = once(bytes, bodiless);
        if (answer.code() == 0 && kept) {
            // the server may have closed the connection before these bytes came
            answer = once(bytes, bodiless);
        }
        if (!answer.open()) {
            close();
        }
        return answer;
    }

    /// Sends bytes and nothing after them, and waits for whatever comes.
    Answer strange(byte[] bytes) throws IOException {
        try {
            Socket open = connected();
            open.getOutputStream().write(bytes);
            open.shutdownOutput();
            return read(false);
        } catch (SocketTimeoutException hung) {
            throw hung;
        } catch (IOException closed) {
            return Answer.CLOSED;
        } finally {
            close();
        }
    }

    private Answer once(byte[] bytes, boolean bodiless) throws IOException {
        try {
            connected().getOutputStream().write(bytes);
            return read(bodiless);
        } catch (SocketTimeoutException hung) {
            throw hung;
        } catch (IOException closed) {
            close();
            return Answer.CLOSED;
        }
    }

    private Socket connected() throws IOException {
        Socket open = socket;
        if (open == null) {
            open = sockets.createSocket("127.0.0.1", port);
            open.setSoTimeout(PATIENCE_MILLIS);
            open.setTcpNoDelay(true);
            socket = open;
            in = new BufferedInputStream(open.getInputStream());
        }
        return open;
    }

    static byte[] bytes(Shot shot) {
        StringBuilder head = new StringBuilder();
        head.append(shot.method()).append(' ').append(shot.target()).append(" HTTP/1.1\r\n");
        for (int i = 0; i < shot.headers().size(); i += 2) {
            head.append(shot.headers().get(i))
                    .append(": ")
                    .append(shot.headers().get(i + 1))
                    .append("\r\n");
        }
        head.append("Content-Length: ").append(shot.body().length).append("\r\n\r\n");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        out.writeBytes(shot.body());
        return out.toByteArray();
    }

    private Answer read(boolean bodiless) throws IOException {
        String status = line();
        if (status.isEmpty()) {
            return Answer.CLOSED;
        }
        int code = Integer.parseInt(status.split(" ")[1]);
        long length = -1;
        boolean chunked = false;
        boolean open = true;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(lower.substring("content-length:".length()).strip());
            }
            chunked |= lower.startsWith("transfer-encoding:");
            open &= !lower.startsWith("connection: close");
        }
        if (code == 100) {
            return read(bodiless);
        }
        if (code == 101 || chunked) {
            // a stream goes on for as long as we like: its head is enough
            return new Answer(code, new byte[0], false);
        }
        if (bodiless || code == 204 || code == 304) {
            return new Answer(code, new byte[0], open);
        }
        if (length < 0 || length > BODY_BYTES_MAX) {
            throw new IOException("a body of " + length + " bytes");
        }
        return new Answer(code, stream().readNBytes((int) length), open);
    }

    private InputStream stream() throws IOException {
        InputStream open = in;
        if (open == null) {
            throw new IOException("closed");
        }
        return open;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = stream().read(); c >= 0 && c != '\n'; c = stream().read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        Socket open = socket;
        socket = null;
        in = null;
        if (open != null) {
            open.close();
        }
    }
}
