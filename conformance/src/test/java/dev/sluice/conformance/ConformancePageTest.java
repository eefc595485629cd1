package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The list in `docs/conformance.md` is made from the deviations. `-Dconformance.rewrite=true` makes it anew.
class ConformancePageTest {
    private static final Path PAGE = Path.of("..", "docs", "conformance.md");
    private static final String BEGIN = "<!-- made from deviations.yaml: begin -->\n";
    private static final String END = "<!-- end -->";

    @Test
    void listsWhatTheDeviationsSay() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END, begin);
        String wanted = page.substring(0, begin) + list() + page.substring(end);
        if (Boolean.getBoolean("conformance.rewrite")) {
            Files.writeString(PAGE, wanted);
            return;
        }

        assertThat(page).isEqualTo(wanted);
    }

    private static String list() {
        StringBuilder list = new StringBuilder();
        for (Deviations.Decided decided : Deviations.ofSluice().all()) {
            list.append(
                    "- **%s** (%s): %s\n"
                            .formatted(decided.rule(), decided.kind(), decided.decision()));
            if (!decided.places().isEmpty()) {
                list.append("  In: ")
                        .append(String.join(", ", decided.places().keySet()))
                        .append(".\n");
            }
        }
        return list.toString();
    }
}
