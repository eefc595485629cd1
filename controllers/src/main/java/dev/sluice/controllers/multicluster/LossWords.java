package dev.sluice.controllers.multicluster;

import dev.sluice.reconcile.Loss;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/// Says why a worker cannot be reached, in the words that its administrator knows from other tools.
final class LossWords {
    private LossWords() {}

    /// @param server the URL of the worker
    static String of(String server, Loss loss) {
        return switch (loss) {
            case Loss.Unreached unreached ->
                    "%s: Get \"%s\": %s"
                            .formatted(
                                    unreached.step(),
                                    url(server, unreached.path()),
                                    cause(server, unreached.cause()));
            case Loss.Refused refused ->
                    "%s: Get \"%s\": the server answered %d: %s"
                            .formatted(
                                    refused.step(),
                                    url(server, refused.path()),
                                    refused.code(),
                                    refused.words());
            case Loss.Silent silent -> silent.words();
            case Loss.Abandoned _ -> "the kubeconfig has changed";
        };
    }

    private static String url(String server, String path) {
        return server.replaceFirst("/+$", "") + path;
    }

    private static String cause(String server, Throwable failure) {
        List<Throwable> causes =
                Stream.iterate(failure, Objects::nonNull, Throwable::getCause).toList();
        URI uri = URI.create(server);
        if (any(causes, UnknownHostException.class)
                || any(causes, UnresolvedAddressException.class)) {
            return "dial tcp: lookup " + uri.getHost() + ": no such host";
        }
        if (any(causes, SSLException.class)) {
            return "tls: " + last(causes);
        }
        String dial = "dial tcp " + uri.getHost() + ":" + port(uri) + ": ";
        if (any(causes, HttpConnectTimeoutException.class)) {
            return dial + "i/o timeout";
        }
        if (any(causes, HttpTimeoutException.class)) {
            return "the server took the request and did not answer in time";
        }
        if (any(causes, NoRouteToHostException.class)) {
            return dial + "connect: no route to host";
        }
        // The transport has no words for the most usual of all.
        return causes.stream()
                .filter(ConnectException.class::isInstance)
                .findFirst()
                .map(refused -> dial + "connect: " + words(refused).orElse("connection refused"))
                .orElseGet(() -> last(causes));
    }

    private static Optional<String> words(Throwable cause) {
        return Optional.ofNullable(cause.getMessage())
                .filter(words -> !words.isBlank())
                .map(words -> words.toLowerCase(Locale.ROOT));
    }

    private static int port(URI uri) {
        return uri.getPort() >= 0 ? uri.getPort() : "http".equals(uri.getScheme()) ? 80 : 443;
    }

    private static boolean any(List<Throwable> causes, Class<? extends Throwable> kind) {
        return causes.stream().anyMatch(kind::isInstance);
    }

    /// The words of the innermost cause that has any.
    private static String last(List<Throwable> causes) {
        return causes.reversed().stream()
                .map(Throwable::getMessage)
                .filter(words -> words != null && !words.isBlank())
                .findFirst()
                .orElseGet(() -> causes.getLast().getClass().getSimpleName());
    }
}
