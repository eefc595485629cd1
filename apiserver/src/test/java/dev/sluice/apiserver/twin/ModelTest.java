package dev.sluice.apiserver.twin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.security.User;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Random operations of several clients, each with its own idea of what is there, answered as the model says: codes, revisions, generations, finalizers,
/// lists of now and of then, and what every watcher is told (H11.4).
///
/// `-Dsluice.model.operations=N` plays more than {@value #OPERATIONS}; `-Dsluice.model.seed=N` others.
class ModelTest {
    private static final int OPERATIONS = 100_000;
    private static final int OPERATIONS_PER_NAMESPACE = 2_500;

    @Test
    void everyAnswerIsTheModels() throws Exception {
        long seed = Long.getLong("sluice.model.seed", 1);
        int operations = Integer.getInteger("sluice.model.operations", OPERATIONS);
        System.out.printf("%,d operations from seed %d%n", operations, seed);
        try (ApiServer server =
                ApiServer.start(
                        ApiServerConfig.ephemeral()
                                .withPort(-1)
                                .withHistory(20_000, Duration.ofHours(1)))) {
            Wire wire = new Wire(server, User.ADMIN);
            wire.send(
                    "POST",
                    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                    "application/json",
                    TwinKind.DEFINITION);
            int changed = 0;
            for (int round = 0; round * OPERATIONS_PER_NAMESPACE < operations; round++) {
                TwinKind kind = round % 2 == 0 ? TwinKind.MAP : TwinKind.THING;
                Play play = new Play(server, wire, kind, "r" + round, seed * 7919 + round);
                changed += play.run(OPERATIONS_PER_NAMESPACE);
            }
            assertThat(changed).as("writes among them").isGreaterThan(operations / 5);
        }
    }
}
