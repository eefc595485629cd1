package dev.sluice.controllers.scheduling.process;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// `/livez`, `/healthz`, `/readyz` and `/metrics` of a process over plain HTTP (S5.71, S5.72). A check that fails makes the answer
/// 500 and is named in it; `?verbose` names those that pass as well. `/explain?pod=NAMESPACE/NAME` says why a pod has no node.
final class HealthEndpoints implements AutoCloseable {
    private static final Pattern POD = Pattern.compile("pod=[^/&]+/[^/&]+");
    private final HttpServer server;

    private HealthEndpoints(HttpServer server) {
        this.server = server;
    }

    /// Answers from now on.
    ///
    /// @param live checks by name; one that fails says that the process should be started anew
    /// @param ready checks by name beside those; one that fails says that the process does not do its work now
    /// @param explain says of `namespace/name` why that pod has no node
    /// @throws IOException when the address cannot be had
    static HealthEndpoints open(
            InetSocketAddress address,
            SequencedMap<String, BooleanSupplier> live,
            SequencedMap<String, BooleanSupplier> ready,
            Supplier<String> metrics,
            UnaryOperator<String> explain)
            throws IOException {
        HttpServer server = HttpServer.create(address, 0);
        SequencedMap<String, BooleanSupplier> both = new LinkedHashMap<>(live);
        both.putAll(ready);
        server.createContext("/livez", exchange -> check(exchange, "livez", live));
        server.createContext("/healthz", exchange -> check(exchange, "healthz", live));
        server.createContext("/readyz", exchange -> check(exchange, "readyz", both));
        server.createContext(
                "/metrics", exchange -> answer(exchange, HttpURLConnection.HTTP_OK, metrics.get()));
        server.createContext(
                "/explain",
                exchange -> {
                    String query = String.valueOf(exchange.getRequestURI().getQuery());
                    boolean asked = POD.matcher(query).matches();
                    answer(
                            exchange,
                            asked
                                    ? HttpURLConnection.HTTP_OK
                                    : HttpURLConnection.HTTP_BAD_REQUEST,
                            asked
                                    ? explain.apply(query.substring("pod=".length())) + "\n"
                                    : "the query is " + query + ", expected pod=NAMESPACE/NAME\n");
                });
        server.start();
        return new HealthEndpoints(server);
    }

    private static void check(
            HttpExchange exchange, String name, Map<String, BooleanSupplier> checks) {
        StringBuilder lines = new StringBuilder("[+]ping ok\n");
        boolean sound = true;
        for (Map.Entry<String, BooleanSupplier> check : checks.entrySet()) {
            boolean passed = check.getValue().getAsBoolean();
            sound &= passed;
            lines.append(passed ? "[+]" : "[-]")
                    .append(check.getKey())
                    .append(passed ? " ok\n" : " failed\n");
        }
        lines.append(name).append(sound ? " check passed\n" : " check failed\n");
        boolean verbose = String.valueOf(exchange.getRequestURI().getQuery()).contains("verbose");
        answer(
                exchange,
                sound ? HttpURLConnection.HTTP_OK : HttpURLConnection.HTTP_INTERNAL_ERROR,
                sound && !verbose ? "ok" : lines.toString());
    }

    private static void answer(HttpExchange exchange, int status, String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException gone) {
            throw new UncheckedIOException("the asker went away", gone);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
