package dev.sluice.acceptance.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The directions between the rooms: who may import whom. Maven keeps most of them by itself; this names them all, and
/// keeps the pure rooms pure.
class RoomsTest {
    private static final Map<String, Set<String>> MAY_IMPORT =
            Map.ofEntries(
                    Map.entry("model", Set.of()),
                    Map.entry("engine", Set.of("model")),
                    Map.entry("podscheduler", Set.of("model")),
                    Map.entry("api", Set.of("model")),
                    Map.entry("apiserver", Set.of()),
                    Map.entry("reconcile", Set.of()),
                    Map.entry(
                            "controllers",
                            Set.of("model", "engine", "podscheduler", "api", "reconcile")),
                    Map.entry("localcluster", Set.of("model", "apiserver", "reconcile")),
                    Map.entry(
                            "conformance",
                            Set.of(
                                    "model",
                                    "engine",
                                    "podscheduler",
                                    "api",
                                    "apiserver",
                                    "reconcile",
                                    "controllers",
                                    "localcluster")));

    private static JavaClasses classes = new ClassFileImporter().importClasses();

    @BeforeAll
    static void read() {
        Path root = Repository.here().root();
        List<Path> folders = new ArrayList<>();
        for (String room : MAY_IMPORT.keySet()) {
            Path compiled = root.resolve(room).resolve("target/classes");
            assertThat(Files.isDirectory(compiled)).as("compiled classes of %s", room).isTrue();
            folders.add(compiled);
        }
        classes = new ClassFileImporter().importPaths(folders);
    }

    static Set<String> rooms() {
        return MAY_IMPORT.keySet();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void importsOnlyTheRoomsBelow(String room) {
        String[] others =
                MAY_IMPORT.keySet().stream()
                        .filter(
                                other ->
                                        !other.equals(room)
                                                && !MAY_IMPORT
                                                        .getOrDefault(room, Set.of())
                                                        .contains(other))
                        .map(RoomsTest::packages)
                        .toArray(String[]::new);

        noClasses()
                .that()
                .resideInAPackage(packages(room))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .allowEmptyShould(false)
                .check(classes);
    }

    @Test
    void theDecidersImportNothingButTheJdk() {
        ArchRuleDefinition.classes()
                .that()
                .resideInAnyPackage(packages("model"), packages("engine"), packages("podscheduler"))
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        packages("model"),
                        packages("engine"),
                        packages("podscheduler"),
                        "java..",
                        "org.jspecify..")
                .check(classes);
    }

    @Test
    void theDecidersHaveNoClockNoThreadNoRandomAndDoNoIo() {
        noClasses()
                .that()
                .resideInAnyPackage(packages("model"), packages("engine"), packages("podscheduler"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.io..",
                        "java.nio.file..",
                        "java.nio.channels..",
                        "java.net..",
                        "java.util.concurrent..",
                        "java.util.logging..")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.time.Clock")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.Thread")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.Random")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .check(classes);
    }

    @Test
    void theApiServerKnowsNoKindOfOurs() {
        noClasses()
                .that()
                .resideInAPackage(packages("apiserver"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.fabric8..", packages("api"))
                .check(classes);
    }

    private static String packages(String room) {
        return "dev.sluice." + room + "..";
    }
}
