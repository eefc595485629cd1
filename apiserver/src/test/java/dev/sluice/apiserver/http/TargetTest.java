package dev.sluice.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Percent-encoding in what is asked for, right and wrong.
class TargetTest {
    @Test
    void takesPathsOutOfTheirEncoding() {
        assertThat(Target.path("/a%2Fb/%E2%82%AC+c")).isEqualTo("/a/b/€+c");
        assertThat(Target.path(null)).isEqualTo("/");
        assertThat(Target.path("/a/%zz")).isNull();
        assertThat(Target.path("/a/%2")).isNull();
    }

    @Test
    void keepsTheOrderOfValues() {
        assertThat(Target.parameters("a=1&b=x+y%3D&a=2&c"))
                .containsEntry("a", List.of("1", "2"))
                .containsEntry("b", List.of("x y="))
                .containsEntry("c", List.of(""));
    }

    @Test
    void passesOverMalformedPairsAndKeepsTheOthers() {
        assertThat(Target.parameters("a=%zz&%=1&b;c=2&&d=3")).containsOnlyKeys("d");
        assertThat(Target.parameters(null)).isEmpty();
    }
}
