package dev.sluice.apiserver.fuzz;

import java.util.List;

/// Requests for parts of the API that the recordings of the build do not reach.
final class OtherKinds {
    private static final String RULES = "/apis/admissionregistration.k8s.io/v1/";
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";
    private static final String HERE = "namespaces/default/";

    /// A path and an object to post there.
    static final List<String> OBJECTS =
            List.of(
                    RULES
                            + "validatingadmissionpolicies {\"metadata\":{\"name\":\"fuzz\"},\"spec\":{\"failurePolicy\":\"Fail\",\"matchConstraints\":{\"resourceRules\":[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"operations\":[\"CREATE\"],\"resources\":[\"secrets\"]}]},\"variables\":[{\"name\":\"x\",\"expression\":\"object.metadata.name\"}],\"validations\":[{\"expression\":\"size(variables.x) < 10 && object.metadata.name.matches('^[a-z]+$')\",\"messageExpression\":\"'too long: ' + variables.x\"}]}}",
                    RULES
                            + "validatingadmissionpolicybindings {\"metadata\":{\"name\":\"fuzz\"},\"spec\":{\"policyName\":\"fuzz\",\"validationActions\":[\"Deny\"]}}",
                    RULES
                            + "validatingwebhookconfigurations {\"metadata\":{\"name\":\"fuzz\"},\"webhooks\":[{\"name\":\"a.example.com\",\"admissionReviewVersions\":[\"v1\"],\"sideEffects\":\"None\",\"failurePolicy\":\"Ignore\",\"timeoutSeconds\":1,\"clientConfig\":{\"url\":\"https://127.0.0.1:1/x\"},\"rules\":[{\"apiGroups\":[\"none.example.com\"],\"apiVersions\":[\"v1\"],\"operations\":[\"CREATE\"],\"resources\":[\"none\"]}],\"matchConditions\":[{\"name\":\"m\",\"expression\":\"request.name != 'x'\"}]}]}",
                    RBAC
                            + "clusterroles {\"metadata\":{\"name\":\"fuzz\"},\"rules\":[{\"apiGroups\":[\"\"],\"resources\":[\"pods\"],\"verbs\":[\"get\"]}],\"aggregationRule\":{\"clusterRoleSelectors\":[{\"matchLabels\":{\"a\":\"b\"}}]}}",
                    RBAC
                            + "clusterrolebindings {\"metadata\":{\"name\":\"fuzz\"},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"ClusterRole\",\"name\":\"fuzz\"},\"subjects\":[{\"kind\":\"User\",\"name\":\"u\",\"apiGroup\":\"rbac.authorization.k8s.io\"}]}",
                    "/apis/apps/v1/"
                            + HERE
                            + "deployments {\"metadata\":{\"name\":\"d\"},\"spec\":{\"replicas\":1,\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}",
                    "/apis/apps/v1/"
                            + HERE
                            + "deployments/d/scale {\"metadata\":{\"name\":\"d\"},\"spec\":{\"replicas\":2}}",
                    "/apis/batch/v1/"
                            + HERE
                            + "cronjobs {\"metadata\":{\"name\":\"c\"},\"spec\":{\"schedule\":\"*/5 * * * *\",\"timeZone\":\"Etc/UTC\",\"jobTemplate\":{\"spec\":{\"template\":{\"spec\":{\"restartPolicy\":\"Never\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}}}",
                    "/api/v1/"
                            + HERE
                            + "services {\"metadata\":{\"name\":\"s\"},\"spec\":{\"ports\":[{\"port\":80,\"targetPort\":\"http\"}],\"selector\":{\"a\":\"b\"}}}",
                    "/api/v1/"
                            + HERE
                            + "secrets {\"metadata\":{\"name\":\"s\"},\"type\":\"Opaque\",\"data\":{\"a\":\"YQ==\"},\"stringData\":{\"b\":\"b\"}}",
                    "/api/v1/"
                            + HERE
                            + "serviceaccounts/default/token {\"spec\":{\"audiences\":[\"a\"],\"expirationSeconds\":600}}",
                    "/api/v1/"
                            + HERE
                            + "limitranges {\"metadata\":{\"name\":\"l\"},\"spec\":{\"limits\":[{\"type\":\"Container\",\"max\":{\"cpu\":\"100\"}}]}}",
                    "/api/v1/"
                            + HERE
                            + "resourcequotas {\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"pods\":\"1000\"}}}",
                    "/apis/authorization.k8s.io/v1/subjectaccessreviews {\"spec\":{\"user\":\"u\",\"groups\":[\"g\"],\"resourceAttributes\":{\"verb\":\"get\",\"resource\":\"pods\"}}}",
                    "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews {\"spec\":{\"namespace\":\"default\"}}",
                    "/apis/authentication.k8s.io/v1/tokenreviews {\"spec\":{\"token\":\"a.b.c\"}}",
                    "/apis/policy/v1/"
                            + HERE
                            + "poddisruptionbudgets {\"metadata\":{\"name\":\"b\"},\"spec\":{\"minAvailable\":\"50%\",\"selector\":{\"matchLabels\":{\"a\":\"b\"}}}}",
                    "/apis/scheduling.k8s.io/v1/priorityclasses {\"metadata\":{\"name\":\"p\"},\"value\":7}",
                    "/apis/coordination.k8s.io/v1/"
                            + HERE
                            + "leases {\"metadata\":{\"name\":\"l\"},\"spec\":{\"holderIdentity\":\"h\",\"leaseDurationSeconds\":15,\"renewTime\":\"2026-01-01T00:00:00.000000Z\"}}",
                    "/apis/events.k8s.io/v1/"
                            + HERE
                            + "events {\"metadata\":{\"name\":\"e\"},\"reason\":\"R\",\"type\":\"Normal\",\"action\":\"A\",\"reportingController\":\"c\",\"reportingInstance\":\"i\",\"eventTime\":\"2026-01-01T00:00:00.000000Z\",\"regarding\":{\"kind\":\"Pod\",\"namespace\":\"default\",\"name\":\"p\"}}");

    /// Paths to read.
    static final List<String> READS =
            List.of(
                    "/",
                    "/api",
                    "/apis",
                    "/api/v1",
                    "/apis/batch/v1",
                    "/version?timeout=32s",
                    "/readyz?verbose&exclude=a",
                    "/openapi/v2",
                    "/openapi/v3",
                    "/openapi/v3/apis/batch/v1?hash=x",
                    "/openid/v1/jwks",
                    "/.well-known/openid-configuration",
                    "/metrics",
                    "/logs/x",
                    "/api/v1/pods?limit=2",
                    "/api/v1/" + HERE + "pods?watch=true&timeoutSeconds=1&resourceVersion=0",
                    "/api/v1/"
                            + HERE
                            + "pods/p/log?tailLines=2&container=c&sinceTime=2026-01-01T00:00:00Z",
                    "/api/v1/"
                            + HERE
                            + "configmaps?labelSelector=a%20in%20(b,c),!d&fieldSelector=metadata.name=x",
                    "/api/v1/" + HERE + "pods/p/exec?command=a&stdin=true",
                    "/api/v1/" + HERE + "services/s/proxy/x",
                    "/apis/apps/v1/" + HERE + "deployments/d/scale",
                    "/api/v1/watch/" + HERE + "configmaps/a");

    private OtherKinds() {}
}
