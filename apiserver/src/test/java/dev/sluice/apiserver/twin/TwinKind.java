package dev.sluice.apiserver.twin;

/// A kind that the model knows.
///
/// @param payload the field of the object that holds its text, as a map with the key `k`
/// @param counted whether it has a generation and a status of its own
/// @param unconditional whether an update may leave the resourceVersion out (H2.22)
record TwinKind(
        String prefix,
        String resource,
        String apiVersion,
        String kind,
        String payload,
        boolean counted,
        boolean unconditional) {
    static final TwinKind MAP =
            new TwinKind("/api/v1", "configmaps", "v1", "ConfigMap", "data", false, true);
    static final TwinKind THING =
            new TwinKind(
                    "/apis/twin.example.com/v1",
                    "things",
                    "twin.example.com/v1",
                    "Thing",
                    "spec",
                    true,
                    false);

    /// What defines [#THING].
    static final String DEFINITION =
            """
            {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
             "metadata":{"name":"things.twin.example.com"},
             "spec":{"group":"twin.example.com","scope":"Namespaced",
               "names":{"plural":"things","singular":"thing","kind":"Thing","listKind":"ThingList"},
               "versions":[{"name":"v1","served":true,"storage":true,"subresources":{"status":{}},
                 "schema":{"openAPIV3Schema":{"type":"object","properties":{
                   "spec":{"type":"object","properties":{"k":{"type":"string"}}},
                   "status":{"type":"object","properties":{"k":{"type":"string"}}}}}}}]}}""";

    String path(String namespace) {
        return prefix + "/namespaces/" + namespace + "/" + resource;
    }
}
