package dev.sluice.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PeekTest {
    private static Peek of(String json) throws IOException {
        return Peek.of(new JsonFactory().createParser(json));
    }

    @Test
    void findsTheObjectWhateverStandsBeforeItsName() throws IOException {
        assertThat(
                        of(
                                """
                                {"type":"MODIFIED","object":{"spec":{"metadata":{"name":"no"}},"metadata":{
                                "managedFields":[{"name":"no"}],"namespace":"ns","name":"a","resourceVersion":"17"}}}"""))
                .isEqualTo(new Peek("MODIFIED", new Key("ns", "a"), 17));
    }

    @Test
    void doesNotMindTheOrder() throws IOException {
        assertThat(
                        of(
                                """
                                {"object":{"metadata":{"resourceVersion":"17","name":"a"},"spec":{}},"type":"ADDED"}"""))
                .isEqualTo(new Peek("ADDED", new Key("", "a"), 17));
    }

    @Test
    void hasNothingToSayOfAnObjectWithoutMetadata() throws IOException {
        assertThat(of("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410}}"))
                .isEqualTo(new Peek("ERROR", new Key("", ""), 0));
    }
}
