package dev.sluice.conformance.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.conformance.Deviations;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TemplateHashesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String RECORDED =
            """
            {"objects": [
               {"name": "d-5ff8d78f4f-<pod-1>", "labels": {"pod-template-hash": "5ff8d78f4f"}},
               {"name": "d-abcdef", "labels": {"pod-template-hash": "abcdef"}}],
             "message": "Scaled up replica set d-5ff8d78f4f from 0 to 2"}
            """;

    /// One name stays one name, and two names stay two.
    @Test
    void eachHashIsOnePlaceholderEverywhere() throws JsonProcessingException {
        JsonNode freed = freed("/objects/0/labels", "/objects/1/labels");

        assertThat(freed.at("/objects/0/name").asText()).isEqualTo("d-<template-1>-<pod-1>");
        assertThat(freed.at("/objects/1/name").asText()).isEqualTo("d-<template-2>");
        assertThat(freed.at("/message").asText())
                .isEqualTo("Scaled up replica set d-<template-1> from 0 to 2");
        Bindings bindings = new Bindings();
        assertThat(
                        new Template(freed.at("/objects/0/name").asText())
                                .matches("d-mm4zk7xq2b-x7k2p", bindings))
                .isTrue();
        assertThat(new Template("d-<template-1>").matches("d-another999", bindings)).isFalse();
        assertThat(new Template("d-<template-2>").matches("d-mm4zk7xq2b", bindings)).isFalse();
    }

    /// Only what a deviation names is free.
    @Test
    void othersStayAsTheyAre() throws JsonProcessingException {
        assertThat(freed()).isEqualTo(JSON.readTree(RECORDED));
        assertThat(freed("/objects/0/labels").at("/objects/1/name").asText()).isEqualTo("d-abcdef");
    }

    private static JsonNode freed(String... labels) throws JsonProcessingException {
        JsonNode recorded = JSON.readTree(RECORDED);
        List<Deviations.Place> places =
                Stream.of(labels)
                        .map(
                                at ->
                                        new Deviations.Place(
                                                at + "/pod-template-hash",
                                                JSON.getNodeFactory()
                                                        .textNode(
                                                                at.contains("/0/")
                                                                        ? "<template-1>"
                                                                        : "<template-2>")))
                        .toList();
        return TemplateHashes.freed(recorded, Deviations.applied(recorded, places), places);
    }
}
