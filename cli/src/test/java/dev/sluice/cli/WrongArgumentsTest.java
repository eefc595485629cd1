package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/// What the command line says about arguments that cannot be used: each time one sentence, before anything is started.
class WrongArgumentsTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    fly                                   | unknown command 'fly'
                    schedular                             | unknown command 'schedular'; did you mean 'scheduler'?
                    explian job x                         | unknown command 'explian'; did you mean 'explain'?
                    up now                                | unexpected argument 'now'
                    up --wings                            | unknown option '--wings'
                    up --prot 1                           | unknown option '--prot'; did you mean '--port'?
                    up --port abc                         | --port is abc, expected 0 (any free one) or 1 to 65535
                    up --port 70000                       | --port is 70000, expected 0 (any free one) or 1 to 65535
                    up --nodes -1                         | --nodes is -1, expected 0 to 10000
                    up --workers 10                       | --workers is 10, expected 0 to 9
                    user a b --days 0                     | --days is 0, expected 1 to 3650
                    apiserver --history soon              | --history is soon, expected a duration such as 90s, 5m or 1h30m
                    explain cat x                         | KIND is cat, expected one of workload, job
                    explain job x -o yaml                 | --output is yaml, expected one of text, json
                    conformance stories x                 | KIND is stories, expected one of decisions, engine, lifecycle, validation, scheduler, scheduler-stories
                    up --ephemeral --feature-gates A      | --feature-gates: "A": expected NAME=true or NAME=false
                    up --ephemeral --feature-gates ,,     | --feature-gates: "": expected NAME=true or NAME=false
                    up --ephemeral --kubeconfig DIR/x/y   | --kubeconfig is DIR/x/y, but there is no folder DIR/x
                    up --feature-gates TopologyAwareSchedulng=true   | --feature-gates: TopologyAwareSchedulng: unknown feature gate; did you mean TopologyAwareScheduling?
                    up --config DIR/none                  | the configuration DIR/none cannot be read: there is no such file or folder
                    up --tokens DIR/none                  | --tokens cannot be read: DIR/none: there is no such file or folder
                    user a DIR/x/y --data DIR/d           | FILE is DIR/x/y, but there is no folder DIR/x
                    user a DIR --data DIR/d               | FILE is DIR, which is a folder, expected a file
                    demo DIR/none                         | there is no folder DIR/none
                    conformance lifecycle DIR/none        | there is no such file or folder
                    """)
    void oneSentenceNamesArgumentValueAndExpectation(String arguments, String expected)
            throws IOException {
        Files.createDirectories(folder.resolve("d/tls"));
        String said = refused(arguments.replace("DIR", folder.toString()));
        assertThat(said.lines().findFirst().orElse(""))
                .startsWith("sluice: ")
                .contains(expected.replace("DIR", folder.toString()));
        assertThat(said).doesNotContain("\tat ");
    }

    @Test
    void storageIsChosenOnce() {
        assertThat(refused("up --ephemeral --data " + folder)).contains("mutually exclusive");
    }

    @Test
    void withoutACommandThoseForPeopleAreListed() {
        assertThat(refused("")).contains("demo, up, apiserver").doesNotContain("warm-up");
    }

    @Test
    void aFaultInTheConfigurationIsSaidWithItsLine() throws IOException {
        Path file = folder.resolve("config.yaml");
        Files.writeString(
                file,
                """
                # ours
                apiVersion: config.kueue.x-k8s.io/v1beta2
                kind: Configuration
                waitForPodsReady:
                  timeout: 5m
                  timeot: 5m
                featureGates:
                  TopologyAwareSchedulng: true
                """);
        assertThat(refused("up --ephemeral --config " + file))
                .contains(
                        file + ": ",
                        "line 6: waitForPodsReady.timeot: unknown field",
                        "line 8: featureGates.TopologyAwareSchedulng: unknown feature gate; did you mean TopologyAwareScheduling?");
    }

    @Test
    void faultsInTheConfigurationComeInTheOrderOfItsLinesWithWhatWasMeant() throws IOException {
        Path file = folder.resolve("config.yaml");
        Files.writeString(
                file,
                """
                manageJobsWithoutQueueNam: true
                waitForPodsReady:
                  timout: 5m
                integrations:
                  frameworks: [batch/jb]
                """);
        assertThat(refused("up --ephemeral --config " + file))
                .contains(
                        "line 1: manageJobsWithoutQueueNam: unknown field; did you mean manageJobsWithoutQueueName?;"
                                + " line 3: waitForPodsReady.timout: unknown field; did you mean timeout?;"
                                + " line 5: integrations.frameworks: \"batch/jb\": unknown framework; did you mean batch/job?");
    }

    @Test
    void aContextThatIsNotInTheKubeconfigIsSaidWithThoseThatAre() throws IOException {
        Path file = folder.resolve("kubeconfig");
        Files.writeString(
                file,
                """
                clusters: [{name: a, cluster: {server: "https://192.0.2.1"}}]
                contexts:
                - {name: manager, context: {cluster: a}}
                - {name: worker1, context: {cluster: a}}
                current-context: manager
                """);
        assertThat(refused("explain job x --context worker9 --kubeconfig " + file))
                .contains("--context is worker9, expected one of [manager, worker1]");
    }

    @Test
    void anEmptyConfigurationIsSaidToBeOne() throws IOException {
        Path file = folder.resolve("config.yaml");
        Files.writeString(file, "# nothing yet\n---\n");
        StringWriter notes = new StringWriter();
        SettingsOptions options = new SettingsOptions();
        new CommandLine(options).parseArgs("--config", file.toString());
        assertThat(options.settings(new PrintWriter(notes)).namespace()).isEqualTo("kueue-system");
        assertThat(notes.toString())
                .isEqualTo("The configuration " + file + " is empty: all defaults hold.\n");
    }

    private static String refused(String arguments) {
        StringWriter err = new StringWriter();
        String[] words = arguments.isEmpty() ? new String[0] : arguments.split(" +");
        int code = Main.commandLine().setErr(new PrintWriter(err)).execute(words);
        assertThat(code).as(err.toString()).isNotZero();
        return err.toString();
    }
}
