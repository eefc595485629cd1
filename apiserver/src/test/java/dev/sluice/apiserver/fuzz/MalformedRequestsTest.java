package dev.sluice.apiserver.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.security.Exposure;
import dev.sluice.apiserver.security.Limits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;

/// Whatever is sent, the server says what was wrong with it, tells nothing of its insides, does not hang, does not grow and goes on (H7.21). Bodies,
/// paths, queries, headers, protobuf and frames of HTTP/1.1 and HTTP/2 are spoiled from well-made requests.
///
/// `-Dsluice.fuzz.requests=N` sends more than {@value #REQUESTS}; `-Dsluice.fuzz.seed=N` others; `-Dsluice.fuzz.only=N` that one alone.
class MalformedRequestsTest {
    /// About one in seven is well-made by chance; 10,000 are to be malformed.
    private static final int REQUESTS = 12_000;

    private static final int MALFORMED_MIN = 10_000;
    private static final int CLIENTS = 4;
    private static final int FAULTS_SHOWN_MAX = 12;
    private static final int ATTEMPTS_MAX = 1_000;
    private static final long GROWTH_BYTES_MAX = 192L << 20;

    /// So few that a place which is never given back is missed before the end.
    private static final Limits TIGHT = new Limits(24, 24, 24, 64);

    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final Map<String, AtomicInteger> answers = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();

    @Test
    void eachIsAnsweredWithAReason() throws Exception {
        long seed = Long.getLong("sluice.fuzz.seed", 1);
        int requests = Integer.getInteger("sluice.fuzz.requests", REQUESTS);
        int only = Integer.getInteger("sluice.fuzz.only", -1);
        System.out.printf("%,d malformed requests from seed %d%n", requests, seed);
        Corpus corpus = Corpus.recorded();
        try (ApiServer server =
                ApiServer.start(
                        ApiServerConfig.ephemeral()
                                .withHistory(1_000, Duration.ofSeconds(1))
                                .withExposure(Exposure.LEAST.withLimits(TIGHT)))) {
            corpus.all().stream()
                    .filter(MalformedRequestsTest::isNeeded)
                    .forEach(shot -> Inside.send(server, shot));
            SSLSocketFactory sockets = trusting(server);
            long before = used();
            next.set(only < 0 ? 0 : only);
            int end = only < 0 ? requests : only + 1;
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(
                        Thread.ofPlatform().start(() -> fire(server, sockets, corpus, seed, end)));
            }
            for (Thread client : clients) {
                client.join();
            }
            System.out.println("answers: " + new TreeMap<>(answers));
            assertThat(faults.stream().limit(FAULTS_SHOWN_MAX).toList())
                    .as("seed %s, %s faults", seed, faults.size())
                    .isEmpty();
            try (WireOne last = new WireOne(sockets, server.port())) {
                assertThat(last.send(signed(server, "/api/v1/namespaces?limit=1")).code())
                        .isEqualTo(200);
            }
            assertThat(malformed() >= MALFORMED_MIN || requests < REQUESTS || only >= 0)
                    .as("%s were malformed", malformed())
                    .isTrue();
            assertThat(used() - before).as("growth in bytes").isLessThan(GROWTH_BYTES_MAX);
            assertThat(
                            only >= 0
                                    || answers.keySet()
                                            .containsAll(
                                                    List.of("200", "400", "404", "415", "422")))
                    .as("answers of many kinds: %s", answers)
                    .isTrue();
        }
    }

    /// Those that were refused, and frames that no answer is due to.
    private int malformed() {
        return answers.entrySet().stream()
                .filter(answer -> !Set.of("200", "201").contains(answer.getKey()))
                .mapToInt(answer -> answer.getValue().get())
                .sum();
    }

    private void fire(
            ApiServer server, SSLSocketFactory sockets, Corpus corpus, long seed, int end) {
        try (WireOne one = new WireOne(sockets, server.port());
                WireTwo two = new WireTwo(sockets, server.port())) {
            for (int number = next.getAndIncrement();
                    number < end;
                    number = next.getAndIncrement()) {
                Random random = new Random(seed * 1_000_003 + number);
                Shot shot = spoiled(corpus, random, server.adminToken());
                try {
                    Answer answer = sent(server, one, two, shot, random);
                    judge(number, shot, answer);
                    if (answer.code() == 429
                            && !shot.path().contains("eviction")
                            && !isFreeAgain(server, one)) {
                        faults.add("#" + number + ": no place among those in flight is given back");
                    }
                } catch (IOException hung) {
                    faults.add("#" + number + " " + hung + " after " + shot);
                    one.close();
                    two.close();
                }
            }
        } catch (IOException closing) {
            faults.add("closing: " + closing);
        }
    }

    private static Shot spoiled(Corpus corpus, Random random, String token) {
        Shot shot = corpus.any(random).with("Authorization", "Bearer " + token);
        return switch (random.nextInt(8)) {
            case 0, 1, 2, 3 -> Bodies.spoil(shot, random);
            case 4, 5, 6 -> Heads.spoil(shot, random);
            default -> Heads.spoil(Bodies.spoil(shot, random), random);
        };
    }

    private static Answer sent(ApiServer server, WireOne one, WireTwo two, Shot shot, Random random)
            throws IOException {
        int way = random.nextInt(100);
        if (way < 3) {
            one.strange(Framing.one(shot, random));
            return Answer.NONE_EXPECTED;
        }
        if (way < 5) {
            two.disturb(Framing.two(shot, random));
            return Answer.NONE_EXPECTED;
        }
        if (way < 40) {
            return one.send(shot);
        }
        return way < 60 ? two.send(shot) : Inside.send(server, shot);
    }

    /// All places may be taken for a moment, by requests whose clients went away; they must not stay so.
    private static boolean isFreeAgain(ApiServer server, WireOne one) throws IOException {
        Shot plain = signed(server, "/api/v1/namespaces?limit=1");
        for (int i = 0; i < ATTEMPTS_MAX; i++) {
            if (one.send(plain).code() == 200) {
                return true;
            }
        }
        return false;
    }

    private void judge(int number, Shot shot, Answer answer) {
        answers.computeIfAbsent(String.valueOf(answer.code()), _ -> new AtomicInteger())
                .incrementAndGet();
        answer.fault()
                .ifPresent(fault -> faults.add("#" + number + " " + fault + " after " + shot));
        if (answer.code() == 0) {
            faults.add("#" + number + ": the connection was closed after " + shot);
        }
    }

    private static Shot signed(ApiServer server, String target) {
        return new Shot("GET", target, List.of("Host", "localhost"), new byte[0])
                .with("Authorization", "Bearer " + server.adminToken());
    }

    /// Kinds and namespaces, without which most requests would meet nothing.
    private static boolean isNeeded(Shot shot) {
        return shot.method().equals("POST")
                && (shot.path().endsWith("/customresourcedefinitions")
                        || shot.path().endsWith("/namespaces"));
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static SSLSocketFactory trusting(ApiServer server)
            throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "ca",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(
                                        server.caCertificate().getBytes(StandardCharsets.UTF_8))));
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        return tls.getSocketFactory();
    }
}
