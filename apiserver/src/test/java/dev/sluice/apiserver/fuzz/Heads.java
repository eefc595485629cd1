package dev.sluice.apiserver.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;

/// Ways to spoil what stands before the body: method, path, query, headers.
final class Heads {
    private static final List<String> METHODS =
            List.of("GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW");

    private static final List<String> SEGMENTS =
            List.of(
                    "",
                    ".",
                    "..",
                    "%2e%2e",
                    "%2f",
                    "%00",
                    "%zz",
                    "%",
                    "%c3%28",
                    "%F0%9F%92%A9",
                    "+",
                    "A",
                    "-",
                    "status",
                    "scale",
                    "log",
                    "exec",
                    "token",
                    "eviction",
                    "binding",
                    "finalize",
                    "proxy",
                    "watch",
                    "namespaces",
                    "pods",
                    "v1",
                    "v1beta2",
                    "kueue.x-k8s.io",
                    "x;y=z",
                    "x".repeat(300),
                    "%41".repeat(100));

    private static final List<String> PARAMETERS =
            List.of(
                    "limit",
                    "continue",
                    "resourceVersion",
                    "resourceVersionMatch",
                    "labelSelector",
                    "fieldSelector",
                    "watch",
                    "sendInitialEvents",
                    "allowWatchBookmarks",
                    "timeoutSeconds",
                    "timeout",
                    "dryRun",
                    "fieldManager",
                    "fieldValidation",
                    "force",
                    "gracePeriodSeconds",
                    "propagationPolicy",
                    "orphanDependents",
                    "pretty",
                    "includeObject",
                    "tailLines",
                    "sinceSeconds",
                    "follow",
                    "container",
                    "verbose");

    private static final List<String> VALUES =
            List.of(
                    "",
                    "0",
                    "1",
                    "-1",
                    "99999999999999999999",
                    "1.5",
                    "true",
                    "TRUE",
                    "maybe",
                    "All",
                    "None",
                    "Exact",
                    "NotOlderThan",
                    "%00",
                    "%zz",
                    "%ff%fe",
                    "a=b,",
                    "a%20in%20(",
                    "a%20in%20()",
                    "!",
                    "!!a",
                    "a==b==c",
                    "a%20notin%20(b",
                    "metadata.name%3Dx",
                    "spec.nodeName!=a,status.phase",
                    "metadata.name=a%5C%2Cb%5C",
                    "%28".repeat(500),
                    "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiLi4vLi4ifQ",
                    "////",
                    "Foreground",
                    "Orphan",
                    "Strict",
                    "x".repeat(4_000));

    private static final List<String> HEADER_VALUES =
            List.of(
                    "",
                    ",",
                    ";",
                    "*/*",
                    "*",
                    "application/",
                    "application/json;as=Table;v=v1;g=meta.k8s.io",
                    "application/json;as=Table;v=v9;g=meta.k8s.io,application/xml;q=x",
                    "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
                    "application/json;as=PartialObjectMetadataList;g=;v=",
                    "application/vnd.kubernetes.protobuf",
                    "application/vnd.kubernetes.protobuf;stream=watch",
                    "application/json;charset=utf-16",
                    "application/yaml",
                    "application/apply-patch+yaml",
                    "application/apply-patch+cbor",
                    "application/json-patch+json",
                    "application/merge-patch+json",
                    "application/strategic-merge-patch+json",
                    "application/cbor",
                    "text/plain",
                    "multipart/form-data; boundary=",
                    "application/json, application/json",
                    "gzip",
                    "gzip, deflate, br;q=nan",
                    "identity;q=0",
                    "\"",
                    "W/\"x\"",
                    "a".repeat(9_000));

    private static final List<String> HEADERS =
            List.of(
                    "Accept",
                    "Content-Type",
                    "Content-Encoding",
                    "Accept-Encoding",
                    "If-None-Match",
                    "Audit-Id",
                    "Impersonate-User",
                    "Impersonate-Group",
                    "Impersonate-Uid",
                    "Impersonate-Extra-%2f",
                    "Range",
                    "Origin",
                    "X-Forwarded-For",
                    "User-Agent",
                    "Cookie");

    private Heads() {}

    static Shot spoil(Shot shot, Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> shot.withMethod(METHODS.get(random.nextInt(METHODS.size())));
            case 1 -> path(shot, random);
            case 2, 3 -> query(shot, random);
            case 4 -> authorization(shot, random);
            default ->
                    shot.and(
                            HEADERS.get(random.nextInt(HEADERS.size())),
                            HEADER_VALUES.get(random.nextInt(HEADER_VALUES.size())));
        };
    }

    private static Shot path(Shot shot, Random random) {
        String query = shot.target().substring(shot.path().length());
        String[] segments = shot.path().split("/", -1);
        int at = random.nextInt(segments.length);
        String odd = SEGMENTS.get(random.nextInt(SEGMENTS.size()));
        switch (random.nextInt(3)) {
            case 0 -> segments[at] = odd;
            case 1 -> segments[at] = segments[at] + "/" + odd;
            default -> segments[at] = segments[at] + odd;
        }
        String path = String.join("/", segments);
        return shot.withTarget((path.startsWith("/") ? path : "/" + path) + query);
    }

    private static Shot query(Shot shot, Random random) {
        StringBuilder target = new StringBuilder(shot.target());
        char separator = shot.target().indexOf('?') < 0 ? '?' : '&';
        for (int i = random.nextInt(3); i >= 0; i--) {
            target.append(separator)
                    .append(PARAMETERS.get(random.nextInt(PARAMETERS.size())))
                    .append(random.nextInt(9) == 0 ? "" : "=")
                    .append(VALUES.get(random.nextInt(VALUES.size())));
            separator = '&';
        }
        return shot.withTarget(target.toString());
    }

    private static Shot authorization(Shot shot, Random random) {
        String head =
                encoded(
                        random.nextBoolean()
                                ? "{\"alg\":\"none\"}"
                                : "{\"alg\":\"ES256\",\"kid\":7}");
        String claims =
                encoded(random.nextBoolean() ? "{\"sub\":[]}" : "{\"exp\":1e99,\"iss\":null}");
        String given =
                switch (random.nextInt(6)) {
                    case 0 -> "Bearer";
                    case 1 -> "Bearer " + head + "." + claims + ".";
                    case 2 -> "Bearer " + head + "." + claims + "." + encoded("x".repeat(64));
                    case 3 -> "Basic %%%";
                    case 4 -> "Bearer ...";
                    default -> "bearer \t x y";
                };
        return shot.with("Authorization", given);
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
