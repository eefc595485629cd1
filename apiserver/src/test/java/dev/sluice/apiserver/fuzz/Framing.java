package dev.sluice.apiserver.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Bytes that are no HTTP, or nearly.
final class Framing {
    private static final String POST =
            "POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: localhost\r\n";
    private static final String GET = "GET /api HTTP/1.1\r\nHost: localhost\r\n";

    private static final List<String> MESSAGES =
            List.of(
                    "",
                    "\r\n\r\n",
                    "GET\r\n\r\n",
                    "GET /\r\n\r\n",
                    "GET / HTTP/9.9\r\n\r\n",
                    "GET / HTTP/1.0\r\n\r\n",
                    "GET  /api  HTTP/1.1\r\n\r\n",
                    "G\u0000T / HTTP/1.1\r\nHost: x\r\n\r\n",
                    "GET \u00ff HTTP/1.1\r\nHost: x\r\n\r\n",
                    "GET api HTTP/1.1\r\nHost: x\r\n\r\n",
                    "GET http://[::1/api HTTP/1.1\r\nHost: x\r\n\r\n",
                    "GET http:///// HTTP/1.1\r\nHost: x\r\n\r\n",
                    "GET https://elsewhere:99999/api HTTP/1.1\r\nHost: x\r\n\r\n",
                    "CONNECT localhost:1 HTTP/1.1\r\nHost: x\r\n\r\n",
                    "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
                    "GET /" + "x".repeat(70_000) + " HTTP/1.1\r\nHost: x\r\n\r\n",
                    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                    GET + "no colon\r\n\r\n",
                    GET + "A : b\r\n\r\n",
                    GET + ": b\r\n\r\n",
                    GET + "A: b\r\n c\r\n\r\n",
                    GET + "A: \u0000\u0001\u007f\r\n\r\n",
                    GET + "Host: other\r\nHost: third\r\n\r\n",
                    "GET /api HTTP/1.1\r\n\r\n",
                    GET + "A: b\r\n".repeat(3_000) + "\r\n",
                    GET + "A: " + "b".repeat(1_200_000) + "\r\n\r\n",
                    GET + "Expect: 100-continue\r\n\r\n",
                    POST + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}",
                    POST + "Expect: wonders\r\nContent-Length: 2\r\n\r\n{}",
                    POST + "Content-Length: -1\r\n\r\n",
                    POST + "Content-Length: x\r\n\r\n",
                    POST + "Content-Length: 99999999999999999999\r\n\r\n{}",
                    POST + "Content-Length: 9999999999\r\n\r\n{}",
                    POST + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
                    POST + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                    POST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
                    POST + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                    POST + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
                    POST + "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
                    POST + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF1\r\n{}",
                    POST + "Transfer-Encoding: chunked\r\n\r\n2{}0\r\n\r\n",
                    POST
                            + "Transfer-Encoding: chunked\r\n\r\n2;"
                            + "x".repeat(9_000)
                            + "\r\n{}\r\n0\r\n\r\n",
                    POST
                            + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nContent-Length: 7\r\n\r\n",
                    POST + "\r\n{\"trailing\":true}",
                    GET + "Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
                    GET
                            + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 99\r\n"
                            + "Sec-WebSocket-Key: x\r\n\r\n",
                    "GET /api/v1/pods?watch=1 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n\u00ff\u00ff\u00ff",
                    "GET /api/v1/pods?watch=1 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n",
                    POST
                            + "Upgrade: SPDY/3.1\r\nConnection: Upgrade\r\nContent-Length: 2\r\n\r\n{}",
                    GET
                            + "Upgrade: h2c\r\nHTTP2-Settings: x\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n",
                    GET + "\r\n" + GET + "\r\n" + "junk");

    private Framing() {}

    /// A request on HTTP/1.1 whose framing is wrong or whose end is missing.
    static byte[] one(Shot shot, Random random) {
        if (random.nextInt(4) == 0) {
            byte[] whole = WireOne.bytes(shot);
            return Arrays.copyOf(whole, random.nextInt(whole.length));
        }
        return MESSAGES.get(random.nextInt(MESSAGES.size())).getBytes(StandardCharsets.ISO_8859_1);
    }

    /// Frames of HTTP/2 that break its rules.
    static byte[] two(Shot shot, Random random) {
        byte[] block = WireTwo.block(shot);
        byte[] part = Arrays.copyOf(block, Math.min(block.length, 16_000));
        int headers = WireTwo.HEADERS;
        int whole = WireTwo.END_HEADERS;
        return switch (random.nextInt(17)) {
            case 0 -> Bodies.bytes(1 + random.nextInt(200), random);
            case 1 -> WireTwo.frame(WireTwo.DATA, 0, 1, new byte[5]);
            case 2 -> WireTwo.frame(headers, whole, 0, part);
            case 3 -> WireTwo.frame(headers, whole, 2, part);
            case 4 -> WireTwo.frame(headers, 0, 1, part);
            case 5 -> WireTwo.frame(headers, whole, 1, Bodies.bytes(40, random));
            case 6 -> WireTwo.frame(headers, whole | 8, 1, new byte[] {(byte) 255, 1});
            case 7 -> WireTwo.frame(9, whole, 1, part);
            case 8 -> WireTwo.frame(WireTwo.SETTINGS, 0, 0, new byte[5]);
            case 9 -> WireTwo.frame(WireTwo.SETTINGS, 0, 0, new byte[] {0, 4, -1, -1, -1, -1});
            case 10 -> WireTwo.frame(WireTwo.WINDOW_UPDATE, 0, 0, new byte[4]);
            case 11 -> WireTwo.frame(WireTwo.PING, 0, 0, new byte[3]);
            case 12 -> repeated(300, i -> WireTwo.frame(WireTwo.PING, 0, 0, new byte[8]));
            case 13 -> resets(part);
            case 14 -> odd(shot, random);
            case 15 -> new byte[] {0x7f, -1, -1, WireTwo.DATA, 0, 0, 0, 0, 1};
            default -> half(part, shot.body());
        };
    }

    /// Streams that are opened and given up at once.
    private static byte[] resets(byte[] block) {
        return repeated(
                100,
                i ->
                        ByteBuffer.allocate(9 + block.length + 13)
                                .put(
                                        WireTwo.frame(
                                                WireTwo.HEADERS,
                                                WireTwo.END_HEADERS | WireTwo.END_STREAM,
                                                2 * i + 1,
                                                block))
                                .put(WireTwo.frame(WireTwo.RESET, 0, 2 * i + 1, new byte[4]))
                                .array());
    }

    /// Pseudo-headers that are doubled, unknown, late or not there.
    private static byte[] odd(Shot shot, Random random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String[] names = {
            ":method", ":path", ":scheme", ":status", ":x", "Connection", "TE", "", "a\r\nb"
        };
        for (int i = random.nextInt(4); i >= 0; i--) {
            WireTwo.literal(out, names[random.nextInt(names.length)], shot.method());
        }
        if (random.nextBoolean()) {
            out.writeBytes(WireTwo.block(shot.withBody("")));
        }
        byte[] block = out.toByteArray();
        return WireTwo.frame(
                WireTwo.HEADERS,
                WireTwo.END_HEADERS | WireTwo.END_STREAM,
                1,
                Arrays.copyOf(block, Math.min(block.length, 16_000)));
    }

    /// A body that stops before its stream ends.
    private static byte[] half(byte[] block, byte[] body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(WireTwo.frame(WireTwo.HEADERS, WireTwo.END_HEADERS, 1, block));
        out.writeBytes(
                WireTwo.frame(
                        WireTwo.DATA, 0, 1, Arrays.copyOf(body, Math.min(body.length, 1_000))));
        return out.toByteArray();
    }

    /// Makes the frame of a number.
    @FunctionalInterface
    private interface Numbered {
        byte[] frame(int number);
    }

    private static byte[] repeated(int count, Numbered frames) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            out.writeBytes(frames.frame(i));
        }
        return out.toByteArray();
    }
}
