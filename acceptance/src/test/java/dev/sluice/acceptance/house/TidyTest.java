package dev.sluice.acceptance.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// House rules that no other tool knows. Each failure names the place and the mend.
class TidyTest {
    private static final int FILE_LINES_MAX = 450;

    /// A screen; a switch with a line or two per case may fill it.
    private static final int METHOD_LINES_MAX = 75;

    /// Files that still hold two nouns. The list only shrinks: a file that has become short enough must leave it.
    private static final Set<String> TO_BE_SPLIT = Set.of();

    private static final Pattern NAME_WITHOUT_HOME =
            Pattern.compile(
                    "(class|record|interface|enum) ([A-Z][A-Za-z0-9]*)?(Utils?|Helper|Manager|Impl|Common|Misc)\\b");
    private static final Pattern PUBLIC_TYPE =
            Pattern.compile(
                    "public (?:(?:abstract|final|sealed|non-sealed) )*(?:class|record|interface|enum|@interface) .*");
    private static final Pattern METHOD_START =
            Pattern.compile(
                    " {4}(?! )(?!@)[^=]*[\\w>\\]] \\w+\\(.*|^ {4}(?! )(?:(?:public|private|protected) )?[A-Z]\\w*\\(.*");
    private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");

    private final Repository repository = Repository.here();

    @Test
    void noFileHoldsTwoNouns() {
        check(
                repository.files(".java"),
                "split it: are there two nouns inside?",
                (file, places) -> {
                    int lines = repository.lines(file).size();
                    boolean listed = TO_BE_SPLIT.contains(file.toString());
                    if (lines > FILE_LINES_MAX && !listed) {
                        places.add(
                                file
                                        + " has "
                                        + lines
                                        + " lines, "
                                        + FILE_LINES_MAX
                                        + " are the most");
                    } else if (lines <= FILE_LINES_MAX && listed) {
                        places.add(file + " is short enough now: take it off the list");
                    }
                });
    }

    @Test
    void aMethodFitsAScreen() {
        check(
                sources(),
                "keep the branches in the parent, move the arithmetic to leaves",
                this::longMethods);
    }

    private void longMethods(Path file, List<String> places) {
        List<String> lines = repository.lines(file);
        int start = -1;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (METHOD_START.matcher(line).matches() && !line.contains("record ")) {
                start = i;
            } else if (line.equals("    }") && start >= 0) {
                if (i - start + 1 > METHOD_LINES_MAX) {
                    places.add(
                            file
                                    + ":"
                                    + (start + 1)
                                    + " runs over "
                                    + (i - start + 1)
                                    + " lines, "
                                    + METHOD_LINES_MAX
                                    + " are the most");
                }
                start = -1;
            }
        }
    }

    @Test
    void everyPackageSaysWhatItIsFor() {
        check(
                sources(),
                "add a package-info.java: what it is for, which type to read first",
                (file, places) -> {
                    Path folder = repository.root().resolve(file).getParent();
                    if (folder != null && !Files.exists(folder.resolve("package-info.java"))) {
                        places.add(file + " stands in a package without package-info.java");
                    }
                });
    }

    @Test
    void everyPublicTypeSaysWhatItIs() {
        check(
                sources(),
                "say in one sentence what it is, in a /// comment above it",
                (file, places) -> {
                    List<String> lines = repository.lines(file);
                    for (int i = 0; i < lines.size(); i++) {
                        if (PUBLIC_TYPE.matcher(lines.get(i)).matches() && !documented(lines, i)) {
                            places.add(file + ":" + (i + 1) + " " + lines.get(i).strip());
                        }
                    }
                });
    }

    private static boolean documented(List<String> lines, int declaration) {
        int i = declaration - 1;
        while (i >= 0 && !lines.get(i).isBlank() && !lines.get(i).startsWith("///")) {
            i--;
        }
        return i >= 0 && lines.get(i).startsWith("///");
    }

    @Test
    void everyNameHasAHome() {
        check(
                repository.files(".java"),
                "find the noun, or move the function to its type",
                (file, places) -> {
                    Matcher found = NAME_WITHOUT_HOME.matcher(repository.text(file));
                    while (found.find()) {
                        places.add(file + " declares " + found.group());
                    }
                });
    }

    @Test
    void testsNeitherSleepNorAreSwitchedOff() {
        Pattern idle =
                Pattern.compile(
                        "Thread\\.sleep|TimeUnit\\.\\w+\\.sleep|@Disabled|assumeTrue\\(false");
        check(
                tests(),
                "wait for the state itself, on a clock that the test turns; mend the test",
                (file, places) -> {
                    if (!file.endsWith("TidyTest.java")
                            && idle.matcher(repository.text(file)).find()) {
                        places.add(file.toString());
                    }
                });
    }

    @Test
    void nothingIsLeftForLater() {
        Pattern later = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b");
        check(
                repository.files(".java", ".md", ".sh", ".xml"),
                "do it, or write it into an open question of the documents",
                (file, places) -> {
                    if (later.matcher(repository.text(file)).find()) {
                        places.add(file.toString());
                    }
                });
    }

    @Test
    void noPathOfAMachineIsWrittenDown() {
        Pattern path = Pattern.compile("(?<![\\w.$}<])/(work|farm|root|home/\\w+)/[a-z]{2}");
        check(
                repository.files(".java", ".md", ".sh", ".xml", ".yaml", ".yml", ".json"),
                "name it by a variable or from the root",
                (file, places) -> {
                    Matcher found = path.matcher(repository.text(file));
                    if (found.find()) {
                        places.add(file + " holds " + found.group());
                    }
                });
    }

    @Test
    void linksInDocumentsLeadSomewhere() {
        check(
                repository.files(".md"),
                "mend the link",
                (file, places) -> {
                    Path folder = repository.root().resolve(file).getParent();
                    Matcher link = LINK.matcher(CODE.matcher(repository.text(file)).replaceAll(""));
                    while (link.find()) {
                        String target = link.group(1);
                        if (!target.contains("://")
                                && folder != null
                                && !Files.exists(folder.resolve(target))) {
                            places.add(file + " links to " + target);
                        }
                    }
                });
    }

    private List<Path> sources() {
        return java("/src/main/java/").toList();
    }

    private List<Path> tests() {
        return java("/src/test/java/").toList();
    }

    private Stream<Path> java(String part) {
        return repository.files(".java").stream().filter(file -> ("/" + file).contains(part));
    }

    private static void check(List<Path> files, String mend, BiConsumer<Path, List<String>> rule) {
        List<String> places = new ArrayList<>();
        files.forEach(file -> rule.accept(file, places));
        assertThat(files).as("files to look at").isNotEmpty();
        assertThat(places).as(mend).isEmpty();
    }
}
