package dev.sluice.conformance.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TemplateTest {
    private final Bindings bindings = new Bindings();

    @Test
    void bindsWhatWasFreeAndKeepsIt() {
        assertThat(new Template("Created pod: a-<pod-1>").matches("Created pod: a-x7k2p", bindings))
                .isTrue();
        assertThat(new Template("a-<pod-1>").matches("a-x7k2p", bindings)).isTrue();
        assertThat(new Template("a-<pod-1>").matches("a-zzzzz", bindings)).isFalse();
        assertThat(new Template("a-<pod-1>").resolved(bindings)).hasValue("a-x7k2p");
    }

    @Test
    void givesNoValueToTwoPlaceholders() {
        assertThat(new Template("<hash-1>").matches("01abc", bindings)).isTrue();
        assertThat(new Template("<hash-2>").matches("01abc", bindings)).isFalse();
        assertThat(new Template("<pod-2>").matches("01abc", bindings)).isTrue();
    }

    @Test
    void wantsTheSameValueTwiceInOneText() {
        assertThat(new Template("<hash-1>/<hash-1>").matches("01abc/01abd", bindings)).isFalse();
        assertThat(new Template("<hash-1>/<hash-1>").matches("01abc/01abc", bindings)).isTrue();
    }

    @Test
    void knowsTimesNumbersAndAges() {
        assertThat(new Template("<time>").matches("2026-08-22T10:00:00Z", bindings)).isTrue();
        assertThat(new Template("<time>").matches("yesterday", bindings)).isFalse();
        assertThat(new Template("was <N>s").matches("was 12s", bindings)).isTrue();
        assertThat(new Template("was <N>s").matches("was s", bindings)).isFalse();
        assertThat(new Template("<age>").matches("2m3s", bindings)).isTrue();
    }

    @Test
    void takesBindingsBack() {
        int mark = bindings.mark();
        assertThat(new Template("<pod-1> <pod-2>").matches("aaaaa bbbbb", bindings)).isTrue();
        bindings.rewind(mark);
        assertThat(new Template("<pod-1> <pod-2>").matches("bbbbb aaaaa", bindings)).isTrue();
    }

    @Test
    void standsForItselfWithoutPlaceholders() {
        assertThat(new Template("<none>").isLiteral()).isTrue();
        assertThat(new Template("<none>").matches("<none>", bindings)).isTrue();
    }
}
