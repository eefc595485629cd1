package dev.sluice.apiserver.fuzz;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// A client of HTTP/2 that checks nothing of what it sends, one stream after the other.
final class WireTwo implements AutoCloseable {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RESET = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int END_STREAM = 1;
    static final int END_HEADERS = 4;
    private static final int PRIORITY = 0x20;

    /// Frames and windows never get larger than every server must take.
    private static final int FRAME_BYTES_MAX = 16_384;

    private static final int BODY_BYTES_MAX = 3 * FRAME_BYTES_MAX;
    private static final byte[] PREFACE =
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final SSLSocketFactory sockets;
    private final int port;
    private @Nullable Connection connection;

    private record Connection(
            SSLSocket socket, DataInputStream in, DefaultHttp2HeadersDecoder names) {}

    private int stream = 1;

    WireTwo(SSLSocketFactory sockets, int port) {
        this.sockets = sockets;
        this.port = port;
    }

    Answer send(Shot shot) throws IOException {
        boolean kept = connection != null;
        Answer answer = once(shot);
        return answer.code() == 0 && kept && !answer.open() ? once(shot) : answer;
    }

    private Answer once(Shot shot) throws IOException {
        try {
            Connection open = connected();
            byte[] body = Arrays.copyOf(shot.body(), Math.min(shot.body().length, BODY_BYTES_MAX));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] block = block(shot);
            for (int at = 0; at == 0 || at < block.length; at += FRAME_BYTES_MAX) {
                int end = Math.min(block.length, at + FRAME_BYTES_MAX);
                int flags = end == block.length ? END_HEADERS : 0;
                if (at == 0 && body.length == 0) {
                    flags |= END_STREAM;
                }
                out.writeBytes(
                        frame(
                                at == 0 ? HEADERS : 9,
                                flags,
                                stream,
                                Arrays.copyOfRange(block, at, end)));
            }
            for (int at = 0; at < body.length; at += FRAME_BYTES_MAX) {
                int end = Math.min(body.length, at + FRAME_BYTES_MAX);
                out.writeBytes(
                        frame(
                                DATA,
                                end == body.length ? END_STREAM : 0,
                                stream,
                                Arrays.copyOfRange(body, at, end)));
            }
            open.socket().getOutputStream().write(out.toByteArray());
            Answer answer = read(open, stream);
            stream += 2;
            if (!answer.open()) {
                close();
            }
            return answer;
        } catch (SocketTimeoutException hung) {
            throw hung;
        } catch (IOException closed) {
            close();
            return Answer.CLOSED;
        }
    }

    /// Sends frames as they are, and waits until the server has seen them all or has had enough.
    void disturb(byte[] frames) throws IOException {
        try {
            Connection open = connected();
            open.socket().getOutputStream().write(frames);
            open.socket().getOutputStream().write(frame(PING, 0, 0, new byte[8]));
            while (true) {
                byte[] head = open.in().readNBytes(9);
                if (head.length < 9) {
                    break;
                }
                open.in().readNBytes(length(head));
                if (head[3] == PING && (head[4] & 1) != 0 || head[3] == GOAWAY) {
                    break;
                }
            }
        } catch (SocketTimeoutException hung) {
            throw hung;
        } catch (IOException closed) {
            // that is an answer, too
        }
        close();
    }

    private Connection connected() throws IOException {
        Connection open = connection;
        if (open == null) {
            SSLSocket socket = (SSLSocket) sockets.createSocket("127.0.0.1", port);
            socket.setSoTimeout(WireOne.PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            open =
                    new Connection(
                            socket,
                            new DataInputStream(new BufferedInputStream(socket.getInputStream())),
                            new DefaultHttp2HeadersDecoder(false));
            connection = open;
            stream = 1;
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.writeBytes(PREFACE);
            // a window of a stream as large as can be
            out.writeBytes(
                    frame(SETTINGS, 0, 0, new byte[] {0, 4, 0x7f, (byte) 0xff, (byte) 0xff, -1}));
            out.writeBytes(
                    frame(WINDOW_UPDATE, 0, 0, ByteBuffer.allocate(4).putInt(1 << 30).array()));
            socket.getOutputStream().write(out.toByteArray());
        }
        return open;
    }

    private static Answer read(Connection open, int stream) throws IOException {
        int code = 0;
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            byte[] head = open.in().readNBytes(9);
            if (head.length < 9) {
                return Answer.CLOSED;
            }
            byte[] payload = open.in().readNBytes(length(head));
            boolean ours = ByteBuffer.wrap(head, 5, 4).getInt() == stream;
            switch (head[3]) {
                case SETTINGS -> {
                    if ((head[4] & 1) == 0) {
                        open.socket().getOutputStream().write(frame(SETTINGS, 1, 0, new byte[0]));
                    }
                }
                case HEADERS -> {
                    Http2Headers headers =
                            headers(open, stream, (head[4] & PRIORITY) == 0 ? 0 : 5, payload);
                    code = status(headers);
                    if (headers.get("content-length") == null && (head[4] & END_STREAM) == 0) {
                        open.socket()
                                .getOutputStream()
                                .write(frame(RESET, 0, stream, new byte[] {0, 0, 0, 8}));
                        return new Answer(code, new byte[0], true);
                    }
                }
                case DATA -> {
                    if (ours) {
                        body.writeBytes(payload);
                    }
                }
                case RESET -> {
                    if (ours) {
                        return new Answer(0, new byte[0], true);
                    }
                }
                case GOAWAY -> {
                    return Answer.CLOSED;
                }
                default -> {}
            }
            if (ours && (head[3] == DATA || head[3] == HEADERS) && (head[4] & END_STREAM) != 0) {
                return new Answer(code, body.toByteArray(), true);
            }
        }
    }

    private static int status(Http2Headers headers) throws IOException {
        CharSequence status = headers.status();
        if (status == null) {
            throw new IOException("an answer without a status");
        }
        return Integer.parseInt(status.toString());
    }

    private static Http2Headers headers(Connection open, int stream, int skipped, byte[] payload)
            throws IOException {
        try {
            return open.names()
                    .decodeHeaders(
                            stream,
                            Unpooled.wrappedBuffer(payload, skipped, payload.length - skipped));
        } catch (Http2Exception garbled) {
            throw new IOException("headers that cannot be read", garbled);
        }
    }

    private static int length(byte[] head) {
        return (head[0] & 0xff) << 16 | (head[1] & 0xff) << 8 | head[2] & 0xff;
    }

    static byte[] frame(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    /// The headers, each as a literal that no table remembers.
    static byte[] block(Shot shot) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        literal(out, ":method", shot.method());
        literal(out, ":scheme", "https");
        literal(out, ":authority", "localhost");
        literal(out, ":path", shot.target());
        for (int i = 0; i < shot.headers().size(); i += 2) {
            String name = shot.headers().get(i).toLowerCase(Locale.ROOT);
            if (!name.equals("host")) {
                literal(out, name, shot.headers().get(i + 1));
            }
        }
        return out.toByteArray();
    }

    static void literal(ByteArrayOutputStream out, String name, String value) {
        out.write(0);
        text(out, name);
        text(out, value);
    }

    private static void text(ByteArrayOutputStream out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        if (bytes.length < 127) {
            out.write(bytes.length);
        } else {
            out.write(127);
            int rest = bytes.length - 127;
            for (; rest >= 128; rest >>= 7) {
                out.write(rest & 127 | 128);
            }
            out.write(rest);
        }
        out.writeBytes(bytes);
    }

    @Override
    public void close() throws IOException {
        Connection open = connection;
        connection = null;
        if (open != null) {
            open.socket().close();
        }
    }
}
