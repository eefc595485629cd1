package dev.sluice.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.crd.Crds;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Who may do what with our kinds, once the roles are aggregated.
class RolesTest {
    @ParameterizedTest
    @CsvSource({
        "rbac.authorization.k8s.io/aggregate-to-view, workloads, list, true",
        "rbac.authorization.k8s.io/aggregate-to-view, localqueues, watch, true",
        "rbac.authorization.k8s.io/aggregate-to-view, clusterqueues, list, false",
        "rbac.authorization.k8s.io/aggregate-to-edit, workloads, patch, true",
        "rbac.authorization.k8s.io/aggregate-to-edit, localqueues, create, false",
        "rbac.authorization.k8s.io/aggregate-to-admin, localqueues, create, true",
        "rbac.kueue.x-k8s.io/batch-user, jobs, create, true",
        "rbac.kueue.x-k8s.io/batch-user, workloads, get, true",
        "rbac.kueue.x-k8s.io/batch-user, workloads, delete, false",
        "rbac.kueue.x-k8s.io/batch-admin, clusterqueues, update, true",
        "rbac.kueue.x-k8s.io/batch-admin, workloads, delete, true"
    })
    void aLabelGathersTheRights(String label, String resource, String verb, boolean may) {
        assertThat(rights(label).contains(resource + " " + verb)).isEqualTo(may);
    }

    /// Nobody is given rights on a kind that there is not.
    @ParameterizedTest
    @CsvSource({"kueue.x-k8s.io"})
    void everyResourceIsOneOfOurs(String group) {
        Set<String> plurals = new HashSet<>();
        Crds.all().forEach(crd -> plurals.add(crd.at("/spec/names/plural").asText()));
        for (ObjectNode role : Roles.all()) {
            for (JsonNode rule : role.path("rules")) {
                if (rule.at("/apiGroups/0").asText().equals(group)) {
                    rule.path("resources")
                            .forEach(r -> assertThat(plurals).contains(r.asText().split("/")[0]));
                }
            }
        }
    }

    private static Set<String> rights(String label) {
        Set<String> rights = new HashSet<>();
        for (ObjectNode role : Roles.all()) {
            if (role.at("/metadata/labels").has(label)) {
                for (JsonNode rule : role.path("rules")) {
                    for (JsonNode resource : rule.path("resources")) {
                        rule.path("verbs")
                                .forEach(v -> rights.add(resource.asText() + " " + v.asText()));
                    }
                }
            }
        }
        return rights;
    }
}
