package dev.sluice.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What containers are seen to do by their image and command.
class ProgramTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    busybox                                 | sleep 30                     | 30000 | 0
                    busybox                                 | /bin/sleep 0.5               | 500   | 0
                    busybox                                 | sleep 2m                     | 120000 | 0
                    busybox                                 | sh -c 'sleep 5; exit 3'      | 5000  | 3
                    busybox                                 | sh -c 'echo hi && sleep 2'   | 2000  | 0
                    busybox                                 | sh -c 'exit 1'               | 0     | 1
                    busybox                                 | sh -c 'for i in 1 2 3; do echo $i; sleep 5; done' | 15000 | 0
                    busybox                                 | sh -c 'for i in $(seq 4); do sleep 2; done; exit 2' | 8000 | 2
                    busybox                                 | true                         | 0     | 0
                    busybox                                 | false                        | 0     | 1
                    registry.k8s.io/e2e-test-images/agnhost:2.53 | entrypoint-tester --sleep=10s | 10000 | 0
                    registry.k8s.io/e2e-test-images/agnhost:2.53 | entrypoint-tester           | 0     | 0
                    registry.k8s.io/e2e-test-images/agnhost:2.53 | sh -c 'sleep 20'            | 20000 | 0
                    registry.k8s.io/e2e-test-images/agnhost:2.53 | sleep 20                    | 20000 | 0
                    """)
    void endsByItself(String image, String command, long millis, int code) {
        Program program = program(image, command);

        assertThat(program.runTime()).isEqualTo(Duration.ofMillis(millis));
        assertThat(program.exitCode()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    registry.k8s.io/pause:3.10              | /pause
                    registry.k8s.io/e2e-test-images/agnhost:2.53 | pause
                    busybox                                 | sleep infinity
                    mytrainer:1                             | python train.py
                    busybox                                 | sh -c 'while true; do sleep 1; done'
                    """)
    void runsUntilItIsToldToEnd(String image, String command) {
        assertThat(program(image, command)).isEqualTo(Program.ENDLESS);
    }

    private static Program program(String image, String command) {
        int quote = command.indexOf('\'');
        List<String> words =
                quote < 0
                        ? List.of(command.split(" "))
                        : List.of("sh", "-c", command.substring(quote + 1, command.length() - 1));
        return Program.of(
                new ContainerBuilder().withName("c").withImage(image).withCommand(words).build());
    }
}
