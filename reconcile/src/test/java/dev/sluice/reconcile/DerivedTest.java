package dev.sluice.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DerivedTest {
    private final List<List<String>> computed = new ArrayList<>();
    private final Derived<List<String>, Integer> sizes =
            new Derived<>(
                    part -> {
                        computed.add(part);
                        return part.size();
                    });

    @Test
    void computesOnceFromOnePart() {
        List<String> part = new ArrayList<>(List.of("a", "b"));

        assertThat(sizes.of(part)).isEqualTo(2);
        assertThat(sizes.of(part)).isEqualTo(2);

        assertThat(computed).hasSize(1);
    }

    @Test
    void takesAnEqualPartForAnother() {
        sizes.of(new ArrayList<>(List.of("a")));
        sizes.of(new ArrayList<>(List.of("a")));

        assertThat(computed).hasSize(2);
    }

    @Test
    void forgetsWhatWasNotAskedForLongest() {
        List<String> part = new ArrayList<>();
        sizes.of(part);
        for (int i = 0; i < 5_000; i++) {
            sizes.of(new ArrayList<>());
        }
        computed.clear();

        sizes.of(part);

        assertThat(computed).hasSize(1);
    }
}
