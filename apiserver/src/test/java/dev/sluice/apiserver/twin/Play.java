package dev.sluice.apiserver.twin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.http.FrameSource;
import dev.sluice.apiserver.transcripts.Recording;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// One namespace's worth of operations on one kind, side by side with its [Twin].
final class Play {
    private static final String JSON = "application/json";
    private static final String MERGE = "application/merge-patch+json";
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");
    private static final List<String> LABELS = List.of("x", "y");
    private static final int CLIENTS = 3;
    private static final int WATCHES_MAX = 6;

    private record Watch(long from, String label, FrameSource frames) {}

    private final ApiServer server;
    private final Wire wire;
    private final Twin twin;
    private final String path;
    private final String namespace;
    private final long seed;
    private final Random random;
    private final List<Watch> watches = new ArrayList<>();

    /// What each client saw last.
    private final List<Map<String, State>> seen = new ArrayList<>();

    private int number;
    private String told = "";
    private int generated;

    Play(ApiServer server, Wire wire, TwinKind kind, String namespace, long seed) {
        this.server = server;
        this.wire = wire;
        this.twin = new Twin(kind);
        this.namespace = namespace;
        this.path = kind.path(namespace);
        this.seed = seed;
        this.random = new Random(seed);
        for (int i = 0; i < CLIENTS; i++) {
            seen.add(new HashMap<>());
        }
    }

    /// @return how many operations changed something
    int run(int operations) throws InterruptedException {
        wire.send(
                "POST",
                "/api/v1/namespaces",
                JSON,
                "{\"metadata\":{\"name\":\"" + namespace + "\"}}");
        watch(server.revision());
        int changed = 0;
        for (number = 0; number < operations; number++) {
            long before = server.revision();
            step(seen.get(random.nextInt(CLIENTS)));
            changed += server.revision() > before ? 1 : 0;
        }
        finish();
        return changed;
    }

    private void step(Map<String, State> known) {
        String name = NAMES.get(random.nextInt(NAMES.size()));
        switch (random.nextInt(20)) {
            case 0, 1, 2 -> create(name, known, random.nextInt(8) == 0);
            case 3, 4, 5, 6 -> update(name, known, false);
            case 7, 8, 9, 10 -> update(name, known, true);
            case 11, 12 -> status(name, known);
            case 13, 14, 15 -> delete(name, known);
            case 16, 17 -> get(name, known);
            case 18 -> list();
            default -> {
                if (watches.size() < WATCHES_MAX && random.nextInt(20) == 0) {
                    watch(server.revision());
                } else if (random.nextInt(3) == 0) {
                    pages();
                } else {
                    get(name, known);
                }
            }
        }
    }

    private void create(String name, Map<String, State> known, boolean generate) {
        State wanted = wanted(name, Optional.empty());
        boolean dry = random.nextInt(6) == 0;
        long before = server.revision();
        String body = wanted.body(twin.kind(), 0).toString();
        if (generate && generated++ < 12) {
            body = body.replace("\"name\":\"" + name + "\"", "\"generateName\":\"" + name + "-\"");
        }
        Wire.Answer answer = send("POST", path + (dry ? "?dryRun=All" : ""), JSON, body);
        State got = State.of(twin.kind(), answer.body());
        if (answer.code() == 201 && body.contains("generateName")) {
            assertThat(got.name())
                    .as(this::told)
                    .matches(name + "-[bcdfghjklmnpqrstvwxz2456789]{5}");
            wanted = State.fresh(got.name(), wanted.label(), wanted.finalizers(), wanted.payload());
        }
        if (dry) {
            int code = twin.get(wanted.name()).isPresent() ? 409 : 201;
            assertThat(answer.code()).as(this::told).isEqualTo(code);
            assertThat(server.revision()).as(this::told).isEqualTo(before);
            return;
        }
        check(twin.create(wanted, got.uid(), before + 1), answer, before, known);
    }

    private void update(String name, Map<String, State> known, boolean patch) {
        State wanted = wanted(name, twin.get(name));
        long given = given(name, known);
        boolean dry = random.nextInt(10) == 0;
        long before = server.revision();
        String target = path + "/" + name + (dry ? "?dryRun=All" : "");
        String body = wanted.body(twin.kind(), given).toString();
        Wire.Answer answer =
                patch ? send("PATCH", target, MERGE, body) : send("PUT", target, JSON, body);
        if (dry) {
            assertThat(server.revision()).as(this::told).isEqualTo(before);
            return;
        }
        check(twin.update(wanted, given, patch, before + 1), answer, before, known);
    }

    private void status(String name, Map<String, State> known) {
        if (!twin.kind().counted()) {
            get(name, known);
            return;
        }
        boolean patch = random.nextBoolean();
        long given = given(name, known);
        String value = "s" + random.nextInt(3);
        State sent = wanted(name, twin.get(name)).withStatus(value);
        long before = server.revision();
        String body = sent.body(twin.kind(), given).toString();
        String target = path + "/" + name + "/status";
        Wire.Answer answer =
                patch ? send("PATCH", target, MERGE, body) : send("PUT", target, JSON, body);
        check(twin.updateStatus(name, value, given, patch, before + 1), answer, before, known);
    }

    private void delete(String name, Map<String, State> known) {
        Optional<State> there = Optional.ofNullable(known.get(name));
        String uid = random.nextInt(3) == 0 ? there.map(State::uid).orElse("") : "";
        long given = random.nextInt(3) == 0 ? there.map(State::revision).orElse(0L) : 0;
        String preconditions =
                (uid.isEmpty() ? "" : "\"uid\":\"" + uid + "\"")
                        + (uid.isEmpty() || given == 0 ? "" : ",")
                        + (given == 0 ? "" : "\"resourceVersion\":\"" + given + "\"");
        long before = server.revision();
        Wire.Answer answer =
                send(
                        "DELETE",
                        path + "/" + name,
                        JSON,
                        "{\"preconditions\":{" + preconditions + "}}");
        check(twin.delete(name, uid, given, before + 1), answer, before, known);
    }

    private void get(String name, Map<String, State> known) {
        Wire.Answer answer = send("GET", path + "/" + name, "", "");
        Optional<State> there = twin.get(name);
        assertThat(answer.code()).as(this::told).isEqualTo(there.isPresent() ? 200 : 404);
        there.ifPresent(
                state -> {
                    assertThat(State.of(twin.kind(), answer.body()))
                            .as(this::told)
                            .isEqualTo(state);
                    known.put(name, state);
                });
    }

    /// Now, or exactly as it was.
    private void list() {
        long now = server.revision();
        long at =
                random.nextBoolean()
                        ? now
                        : watches.getFirst().from()
                                + random.nextInt((int) (now - watches.getFirst().from()) + 1);
        String exact = at == now ? "" : "?resourceVersionMatch=Exact&resourceVersion=" + at;
        Wire.Answer answer = send("GET", path + exact, "", "");
        assertThat(answer.code()).as(this::told).isEqualTo(200);
        assertThat(states(answer)).as(this::told).isEqualTo(List.copyOf(twin.at(at).values()));
    }

    /// Page by page while others write: one snapshot (H5.7).
    private void pages() {
        List<State> expected = twin.all();
        Wire.Answer page = send("GET", path + "?limit=4", "", "");
        List<State> got = new ArrayList<>(states(page));
        create(NAMES.getFirst(), seen.getFirst(), false);
        String next = page.body().path("metadata").path("continue").asText();
        while (!next.isEmpty()) {
            page = send("GET", path + "?limit=4&continue=" + next, "", "");
            assertThat(page.code()).as(this::told).isEqualTo(200);
            got.addAll(states(page));
            next = page.body().path("metadata").path("continue").asText();
        }
        assertThat(got).as(this::told).isEqualTo(expected);
    }

    private void watch(long from) {
        String label = random.nextInt(3) == 0 ? LABELS.get(random.nextInt(LABELS.size())) : "";
        String target =
                path
                        + "?watch=true&resourceVersion="
                        + from
                        + (label.isEmpty() ? "" : "&labelSelector=l=" + label);
        watches.add(new Watch(from, label, wire.watch(target)));
    }

    /// A last object for each label tells the watchers that they have seen everything.
    private void finish() throws InterruptedException {
        for (String label : LABELS) {
            long before = server.revision();
            State last = State.fresh("last-" + label, label, List.of(), "");
            Wire.Answer answer = send("POST", path, JSON, last.body(twin.kind(), 0).toString());
            String uid = answer.body().path("metadata").path("uid").asText();
            check(twin.create(last, uid, before + 1), answer, before, new HashMap<>());
        }
        for (Watch watch : watches) {
            List<String> expected = twin.told(watch.from(), watch.label());
            List<String> got = new ArrayList<>();
            while (got.size() < expected.size()) {
                List<byte[]> frames = watch.frames().next();
                assertThat(frames).as(this::told).isNotEmpty();
                frames.forEach(frame -> event(frame).ifPresent(got::add));
            }
            watch.frames().close();
            assertThat(got).as("%s watch %s", told(), watch).isEqualTo(expected);
        }
    }

    private static Optional<String> event(byte[] frame) {
        JsonNode event = Recording.parse(new String(frame, StandardCharsets.UTF_8));
        JsonNode metadata = event.path("object").path("metadata");
        String type = event.path("type").asText();
        return type.equals("BOOKMARK")
                ? Optional.empty()
                : Optional.of(
                        type
                                + " "
                                + metadata.path("name").asText()
                                + "@"
                                + metadata.path("resourceVersion").asText());
    }

    private void check(
            Twin.Expected expected, Wire.Answer answer, long before, Map<String, State> known) {
        assertThat(answer.code()).as(this::told).isEqualTo(expected.code());
        long written =
                expected.state().map(State::revision).filter(r -> r > before).isPresent() ? 1 : 0;
        boolean removed = expected.code() == 200 && expected.state().isEmpty();
        assertThat(server.revision()).as(this::told).isEqualTo(before + (removed ? 1 : written));
        expected.state()
                .ifPresent(
                        state -> {
                            assertThat(State.of(twin.kind(), answer.body()))
                                    .as(this::told)
                                    .isEqualTo(state);
                            if (random.nextBoolean()) {
                                known.put(state.name(), state);
                            }
                        });
    }

    /// The resourceVersion of what is there, or of what this client once saw, or none.
    private long given(String name, Map<String, State> known) {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> Optional.ofNullable(known.get(name)).map(State::revision).orElse(0L);
            default -> twin.get(name).map(State::revision).orElse(0L);
        };
    }

    /// Something like what is there, so that some updates change nothing.
    private State wanted(String name, Optional<State> there) {
        State base = there.orElse(State.fresh(name, "x", List.of(), "k0"));
        boolean plain = base.deleting() && random.nextBoolean();
        String label =
                base.deleting() || random.nextInt(3) > 0
                        ? base.label()
                        : LABELS.get(random.nextInt(LABELS.size()));
        List<String> finalizers =
                switch (random.nextInt(6)) {
                    case 0 -> List.of("twin.example.com/one");
                    case 1 -> List.of("twin.example.com/one", "twin.example.com/two");
                    case 2, 3 -> List.of();
                    default -> base.finalizers();
                };
        String payload = plain || random.nextInt(3) == 0 ? base.payload() : "k" + random.nextInt(3);
        return State.fresh(name, label, finalizers, payload).withStatus("ignored");
    }

    private List<State> states(Wire.Answer answer) {
        List<State> states = new ArrayList<>();
        answer.body().path("items").forEach(item -> states.add(State.of(twin.kind(), item)));
        return states;
    }

    private Wire.Answer send(String method, String target, String type, String body) {
        told = method + " " + target + " " + body;
        Wire.Answer answer = wire.send(method, target, type, body);
        told = told + " -> " + answer.code() + " " + answer.body();
        return answer;
    }

    private String told() {
        return "seed " + seed + " operation " + number + ": " + told;
    }
}
