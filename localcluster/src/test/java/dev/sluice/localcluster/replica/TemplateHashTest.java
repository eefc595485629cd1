package dev.sluice.localcluster.replica;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Names of templates.
class TemplateHashTest {

    /// As a StatefulSet's controller was recorded to name its revision; the order in which keys are given does not matter.
    @Test
    void aRevisionHasTheNameThatThePeerGivesIt() throws JsonProcessingException {
        Object data =
                new ObjectMapper()
                        .readValue(
                                """
                                {"spec": {"template": {
                                  "$patch": "replace",
                                  "spec": {
                                    "containers": [{
                                      "name": "c", "image": "i",
                                      "resources": {"requests": {"cpu": "1"}},
                                      "terminationMessagePath": "/dev/termination-log",
                                      "terminationMessagePolicy": "File",
                                      "imagePullPolicy": "Always"}],
                                    "restartPolicy": "Always",
                                    "terminationGracePeriodSeconds": 30,
                                    "dnsPolicy": "ClusterFirst",
                                    "securityContext": {},
                                    "schedulerName": "default-scheduler"},
                                  "metadata": {
                                    "labels": {"app": "s"},
                                    "annotations": {"kueue.x-k8s.io/pod-suspending-parent": "statefulset"}}
                                }}}
                                """,
                                Map.class);

        assertThat(TemplateHash.ofRevision(data, 0)).isEqualTo("6b9bf9c487");
        assertThat(TemplateHash.ofRevision(data, 1)).isNotEqualTo("6b9bf9c487");
    }
}
