package dev.sluice.conformance.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class NormaliserTest {
    @Test
    void dropsConstantsOfPodsAndKeepsEverythingElse() throws IOException {
        assertThat(
                        normalised(
                                """
                                {"kind": "Pod",
                                 "metadata": {"name": "p", "resourceVersion": "7", "creationTimestamp": "2026-01-01T00:00:00Z"},
                                 "spec": {"dnsPolicy": "ClusterFirst", "schedulerName": "default-scheduler", "securityContext": {},
                                   "terminationGracePeriodSeconds": 30, "serviceAccountName": "default", "priority": 0,
                                   "tolerations": [
                                     {"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300},
                                     {"key": "gpu", "operator": "Exists"}],
                                   "containers": [{"name": "c", "image": "i", "resources": {}, "imagePullPolicy": "Always",
                                     "terminationMessagePath": "/dev/termination-log"}]},
                                 "status": {"phase": "Running", "qosClass": "BestEffort", "podIP": "10.0.0.1",
                                   "conditions": [{"type": "Ready", "status": "True", "lastProbeTime": null, "lastTransitionTime": "x"}]}}"""))
                .isEqualTo(
                        """
                        {"kind":"Pod","metadata":{"name":"p"},"spec":{"priority":0,"tolerations":[{"key":"gpu","operator":"Exists"}],\
                        "containers":[{"name":"c","image":"i"}]},"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}}""");
    }

    @Test
    void dropsDefaultsOfJobsOnlyWhereTheyAreTheDefaults() throws IOException {
        assertThat(
                        normalised(
                                "{\"kind\": \"Job\", \"spec\": {\"backoffLimit\": 6, \"completionMode\": \"NonIndexed\"}}"))
                .isEqualTo("{\"kind\":\"Job\",\"spec\":{}}");
        assertThat(
                        normalised(
                                "{\"kind\": \"Job\", \"spec\": {\"backoffLimit\": 0, \"completionMode\": \"Indexed\"}}"))
                .isEqualTo(
                        "{\"kind\":\"Job\",\"spec\":{\"backoffLimit\":0,\"completionMode\":\"Indexed\"}}");
    }

    private static String normalised(String json) throws IOException {
        return Normaliser.normalised(new ObjectMapper().readTree(json)).toString();
    }
}
