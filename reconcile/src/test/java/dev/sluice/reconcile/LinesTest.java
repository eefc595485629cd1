package dev.sluice.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinesTest {
    private final List<String> seen = new ArrayList<>();
    private final Lines lines =
            new Lines(line -> seen.add(new String(line, StandardCharsets.UTF_8)));

    private void bytes(String text) {
        lines.accept(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void cutsAPieceWithSeveralLines() {
        bytes("one\ntwo\n");

        assertThat(seen).containsExactly("one", "two");
    }

    @Test
    void joinsALineThatComesInPieces() {
        bytes("on");
        bytes("");
        bytes("e\nt");
        assertThat(seen).containsExactly("one");

        bytes("wo\n\n");
        assertThat(seen).containsExactly("one", "two");
    }
}
