package dev.sluice.controllers.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Notes that the API server would refuse are cut (TV-98, S5.43).
class EventNoteTest {
    @Test
    void aLongNoteEndsInDots() {
        String note = EventNote.within("x".repeat(3000));
        assertThat(note.getBytes(StandardCharsets.UTF_8)).hasSize(1024);
        assertThat(note).endsWith("x ...");
    }

    @Test
    void aNoteThatJustFitsStaysAsItIs() {
        assertThat(EventNote.within("x".repeat(1024))).isEqualTo("x".repeat(1024));
    }

    @Test
    void noCharacterIsCutInTwo() {
        String note = EventNote.within("ä".repeat(1000) + "x");
        assertThat(note).isEqualTo("ä".repeat(510) + " ...");
    }
}
