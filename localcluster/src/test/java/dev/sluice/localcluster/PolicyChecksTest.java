package dev.sluice.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.ExpressionWarning;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ParamKind;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What policies get wrong about the kinds that they are for (H2.90).
class PolicyChecksTest {
    @Test
    void aFieldThatAKindHasNotGotIsToldInTheStatusUntilItIsMended() throws Exception {
        try (Story story = new Story()) {
            ValidatingAdmissionPolicy policy =
                    story.create(policy("object.spec.replcas < 9 || object.spec.replicas < 9"));

            assertThat(warnings(story))
                    .singleElement()
                    .satisfies(
                            warning -> {
                                assertThat(warning.getFieldRef())
                                        .isEqualTo("spec.validations[0].expression");
                                assertThat(warning.getWarning())
                                        .startsWith(
                                                "apps/v1, Kind=Deployment: ERROR: <input>:1:12:"
                                                        + " undefined field 'replcas'");
                            });

            story.mergePatch(
                    policy,
                    "{\"spec\":{\"validations\":[{\"expression\":\"object.spec.replicas < 9\"}]}}");

            assertThat(warnings(story)).isEmpty();
        }
    }

    @Test
    void aTextThatIsComparedWithANumberIsTold() throws Exception {
        try (Story story = new Story()) {
            story.create(policy("object.metadata.name > 7"));

            assertThat(warnings(story))
                    .singleElement()
                    .satisfies(
                            warning ->
                                    assertThat(warning.getWarning())
                                            .contains("found no matching overload for '_>_'"));
        }
    }

    /// The kind of the parameters is as well known as that of the object.
    @Test
    void aFieldThatTheParametersHaveNotGotIsTold() throws Exception {
        try (Story story = new Story()) {
            ValidatingAdmissionPolicy policy = policy("object.spec.replicas < params.data.size()");
            policy.getSpec().setParamKind(new ParamKind("v1", "ConfigMap"));
            policy = story.create(policy);
            assertThat(warnings(story)).isEmpty();

            story.mergePatch(
                    policy,
                    "{\"spec\":{\"validations\":[{\"expression\":\"object.spec.replicas < params.max\"}]}}");

            assertThat(warnings(story))
                    .singleElement()
                    .satisfies(
                            warning ->
                                    assertThat(warning.getWarning())
                                            .contains("undefined field 'max'"));
        }
    }

    /// Whoever comes without his kind may come before it.
    @Test
    void parametersOfAKindThatIsNotServedAreNotLookedAt() throws Exception {
        try (Story story = new Story()) {
            ValidatingAdmissionPolicy policy = policy("object.spec.replicas < params.max");
            policy.getSpec().setParamKind(new ParamKind("example.com/v1", "Limit"));
            story.create(policy);
            assertThat(warnings(story)).isEmpty();
        }
    }

    private static List<ExpressionWarning> warnings(Story story) throws InterruptedException {
        story.settle();
        ValidatingAdmissionPolicy policy =
                story.client()
                        .admissionRegistration()
                        .v1()
                        .validatingAdmissionPolicies()
                        .withName("p")
                        .get();
        assertThat(policy.getStatus().getObservedGeneration())
                .isEqualTo(policy.getMetadata().getGeneration());
        return policy.getStatus().getTypeChecking().getExpressionWarnings();
    }

    private static ValidatingAdmissionPolicy policy(String expression) {
        return new ValidatingAdmissionPolicyBuilder()
                .withNewMetadata()
                .withName("p")
                .endMetadata()
                .withNewSpec()
                .withNewMatchConstraints()
                .addNewResourceRule()
                .withApiGroups("apps")
                .withApiVersions("v1")
                .withOperations("CREATE")
                .withResources("deployments")
                .endResourceRule()
                .endMatchConstraints()
                .addNewValidation()
                .withExpression(expression)
                .endValidation()
                .endSpec()
                .build();
    }
}
