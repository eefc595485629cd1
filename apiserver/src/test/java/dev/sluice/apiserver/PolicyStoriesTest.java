package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.apiserver.transcripts.Recording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What policies of expressions may do to writes (H2.90, H2.95, behaviour 47).
class PolicyStoriesTest {
    private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private static final String DEFINITIONS =
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    private static final String CLEARING =
            "'reinvocationPolicy':'Never','matchConditions':[{'name':'chosen','expression':"
                    + "'has(object.status.clusterName) && has(object.status.nominatedClusterNames)'}],"
                    + "'mutations':[{'patchType':'JSONPatch','jsonPatch':{'expression':"
                    + "'[JSONPatch{op: \\'remove\\', path: \\'/status/nominatedClusterNames\\'}]'}}]";

    private static final String WORKLOAD =
            "{'apiVersion':'kueue.x-k8s.io/v1beta2','kind':'Workload','metadata':{'name':'w'},"
                    + "'spec':{'queueName':'q','podSets':[{'name':'main','count':1,'template':{'spec':"
                    + "{'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}]}}";

    private ApiServer server;
    private Client client;

    @BeforeEach
    void start() throws StartupFailure {
        server = ApiServer.start(ApiServerConfig.ephemeral().withPort(-1));
        client = new Client(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aPolicyTakesEffectOnlyByABinding() {
        validating("p", "'validations':[{'expression':'has(object.data)','message':'no data'}]");
        assertThat(client.post(MAPS, map("a", "")).code()).isEqualTo(201);

        bind("b", "p", "'validationActions':['Deny']");
        Client.Answer refused = client.post(MAPS, map("c", ""));

        assertThat(refused.code()).isEqualTo(422);
        assertThat(refused.text("/reason")).isEqualTo("Invalid");
        assertThat(refused.text("/message"))
                .isEqualTo(
                        "configmaps \"c\" is forbidden: ValidatingAdmissionPolicy 'p' with binding"
                                + " 'b' denied request: no data");
        assertThat(client.post(MAPS, map("c", "'x':'1'")).code()).isEqualTo(201);
        client.delete(GROUP + "validatingadmissionpolicybindings/b");
        assertThat(client.post(MAPS, map("d", "")).code()).isEqualTo(201);
    }

    @Test
    void theReasonOfAValidationIsTheReasonOfTheRefusal() {
        validating("p", "'validations':[{'expression':'false','reason':'Forbidden'}]");
        bind("b", "p", "'validationActions':['Deny']");

        Client.Answer refused = client.post(MAPS, map("a", ""));

        assertThat(refused.code()).isEqualTo(403);
        assertThat(refused.text("/message")).endsWith("denied request: failed expression: false");
    }

    @Test
    void aBindingThatWarnsLetsTheWritePass() {
        validating(
                "p",
                "'variables':[{'name':'who','expression':'request.userInfo.username'}],"
                        + "'validations':[{'expression':'variables.who != \\'system:admin\\'',"
                        + "'messageExpression':'\\'not you, \\' + variables.who'}]");
        bind("b", "p", "'validationActions':['Warn','Audit']");

        Client.Answer created = client.post(MAPS, map("a", ""));

        assertThat(created.code()).isEqualTo(201);
        assertThat(created.headers().get("Warning"))
                .containsExactly(
                        "299 - \"Validation failed for ValidatingAdmissionPolicy 'p' with binding"
                                + " 'b': not you, system:admin\"");
    }

    @Test
    void parametersAreObjectsThatTheBindingNames() {
        client.post(MAPS, map("limits", "'most':'2'"));
        validating(
                "p",
                "'paramKind':{'apiVersion':'v1','kind':'ConfigMap'},"
                        + "'matchConditions':[{'name':'not-limits',"
                        + "'expression':'object.metadata.name != \\'limits\\''}],"
                        + "'validations':[{'expression':"
                        + "'size(object.data) <= int(params.data.most)'}]");
        bind(
                "b",
                "p",
                "'validationActions':['Deny'],'paramRef':{'name':'limits',"
                        + "'parameterNotFoundAction':'Deny'}");

        assertThat(client.post(MAPS, map("few", "'a':'','b':''")).code()).isEqualTo(201);
        assertThat(client.post(MAPS, map("many", "'a':'','b':'','c':''")).code()).isEqualTo(422);
        client.mergePatch(MAPS + "/limits", "{\"data\":{\"most\":\"3\"}}");
        assertThat(client.post(MAPS, map("many", "'a':'','b':'','c':''")).code()).isEqualTo(201);
        client.delete(MAPS + "/limits");
        assertThat(client.post(MAPS, map("more", "'a':''")).text("/message"))
                .contains("no params found for policy binding with `Deny` parameterNotFoundAction");
    }

    @Test
    void anExpressionWithoutAValueIsJudgedByTheFailurePolicy() {
        String broken = "'validations':[{'expression':'object.data.absent == \\'x\\''}]";
        validating("strict", broken);
        bind("strict", "strict", "'validationActions':['Deny']");

        assertThat(client.post(MAPS, map("a", "'b':''")).text("/message"))
                .contains("resulted in error: no such key: absent");

        client.mergePatch(
                GROUP + "validatingadmissionpolicies/strict",
                "{\"spec\":{\"failurePolicy\":\"Ignore\"}}");
        assertThat(client.post(MAPS, map("a", "'b':''")).code()).isEqualTo(201);
    }

    @Test
    void mistakesInExpressionsAreFoundWhenThePolicyIsWritten() {
        Client.Answer refused =
                validating("p", "'validations':[{'expression':'variables.absent'}]");

        assertThat(refused.code()).isEqualTo(422);
        assertThat(refused.text("/details/causes/0/field"))
                .isEqualTo("spec.validations[0].expression");
        assertThat(refused.text("/message"))
                .contains("compilation failed: ERROR: <input>:1:10: undefined field 'absent'");
    }

    @Test
    void aPolicyPatchesByJsonPatch() {
        mutating(
                "'patchType':'JSONPatch','jsonPatch':{'expression':'[JSONPatch{op: \\'add\\', path:"
                        + " \\'/metadata/annotations\\', value: {\\'b\\': \\'2\\'}}, JSONPatch{op:"
                        + " \\'add\\', path: \\'/metadata/annotations/\\' +"
                        + " jsonpatch.escapeKey(\\'a.b/c\\'), value: \\'new\\'}]'}");

        client.post(MAPS, map("a", "'x':'1'"));

        assertThat(client.get(MAPS + "/a").body().at("/metadata/annotations").toString())
                .isEqualTo("{\"b\":\"2\",\"a.b/c\":\"new\"}");
    }

    @Test
    void aPolicyAppliesAPartOfTheObject() {
        mutating(
                "'patchType':'ApplyConfiguration','applyConfiguration':{'expression':'Object{data:"
                        + " {\\'size\\': string(size(object.data))}, metadata: Object.metadata{labels:"
                        + " {\\'seen\\': \\'yes\\'}}}'}");

        client.post(MAPS, map("a", "'x':'1'"));

        Client.Answer stored = client.get(MAPS + "/a");
        assertThat(stored.body().at("/data").toString()).isEqualTo("{\"x\":\"1\",\"size\":\"1\"}");
        assertThat(stored.text("/metadata/labels/seen")).isEqualTo("yes");
    }

    @Test
    void whatAPolicyCannotChangeIsRefused() {
        mutating(
                "'patchType':'JSONPatch','jsonPatch':{'expression':'[JSONPatch{op: \\'remove\\',"
                        + " path: \\'/data/absent\\'}]'}");

        Client.Answer refused = client.post(MAPS, map("a", "'x':'1'"));

        assertThat(refused.code()).isEqualTo(422);
        assertThat(refused.text("/message")).contains("policy 'm' with binding 'm' denied request");
    }

    @Test
    void aPolicyThatIsPassedOverLeavesNothingHalfDone() {
        mutating(
                "'patchType':'ApplyConfiguration','applyConfiguration':{'expression':"
                        + "'Object{data: {\\'first\\': \\'yes\\'}}'}},{'patchType':'JSONPatch',"
                        + "'jsonPatch':{'expression':'[JSONPatch{op: \\'remove\\', path:"
                        + " \\'/data/absent\\'}]'}");
        client.mergePatch(
                GROUP + "mutatingadmissionpolicies/m", "{\"spec\":{\"failurePolicy\":\"Ignore\"}}");

        Client.Answer stored = client.post(MAPS, map("a", "'x':'1'"));

        assertThat(stored.code()).isEqualTo(201);
        assertThat(stored.body().path("data").toString()).isEqualTo("{\"x\":\"1\"}");
    }

    @Test
    void aPolicyAsKueuesClearsTheNominatedClustersOfAWorkload() { // H2.95, row 47
        Recording.kueueDefinitions().forEach(d -> client.post(DEFINITIONS, d.toString()));
        client.post(
                GROUP + "mutatingadmissionpolicies",
                json(
                        policy("MutatingAdmissionPolicy", "clear", CLEARING)
                                .replace("['']", "['kueue.x-k8s.io']")
                                .replace("['v1']", "['v1beta2']")
                                .replace("'CREATE',", "")
                                .replace("['configmaps']", "['workloads','workloads/status']")));
        client.post(
                GROUP + "mutatingadmissionpolicybindings",
                json(binding("MutatingAdmissionPolicyBinding", "clear", "clear", "")));
        String workloads = "/apis/kueue.x-k8s.io/v1beta2/namespaces/default/workloads";
        Client.Answer made = client.post(workloads, json(WORKLOAD));
        assertThat(made.code()).as(made.text("/message")).isEqualTo(201);
        client.mergePatch(
                workloads + "/w/status",
                json("{'status':{'nominatedClusterNames':['one','two']}}"));

        Client.Answer chosen =
                client.mergePatch(
                        workloads + "/w/status", json("{'status':{'clusterName':'one'}}"));

        assertThat(chosen.code()).as(chosen.text("/message")).isEqualTo(200);
        assertThat(chosen.body().path("status").toString()).isEqualTo("{\"clusterName\":\"one\"}");
    }

    private static String map(String name, String data) {
        return json(
                "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'"
                        + name
                        + "'}"
                        + (data.isEmpty() ? "" : ",'data':{" + data + "}")
                        + "}");
    }

    private Client.Answer validating(String name, String spec) {
        return client.post(
                GROUP + "validatingadmissionpolicies",
                json(policy("ValidatingAdmissionPolicy", name, spec)));
    }

    private void bind(String name, String policy, String spec) {
        Client.Answer bound =
                client.post(
                        GROUP + "validatingadmissionpolicybindings",
                        json(binding("ValidatingAdmissionPolicyBinding", name, policy, spec)));
        assertThat(bound.code()).as(bound.text("/message")).isEqualTo(201);
    }

    private void mutating(String mutation) {
        Client.Answer made =
                client.post(
                        GROUP + "mutatingadmissionpolicies",
                        json(
                                policy(
                                        "MutatingAdmissionPolicy",
                                        "m",
                                        "'reinvocationPolicy':'Never','mutations':[{"
                                                + mutation
                                                + "}]")));
        assertThat(made.code()).as(made.text("/message")).isEqualTo(201);
        client.post(
                GROUP + "mutatingadmissionpolicybindings",
                json(binding("MutatingAdmissionPolicyBinding", "m", "m", "")));
    }

    private static String policy(String kind, String name, String spec) {
        return "{'apiVersion':'admissionregistration.k8s.io/v1','kind':'"
                + kind
                + "','metadata':{'name':'"
                + name
                + "'},'spec':{'matchConstraints':{'resourceRules':[{'apiGroups':[''],"
                + "'apiVersions':['v1'],'resources':['configmaps'],"
                + "'operations':['CREATE','UPDATE']}]},"
                + spec
                + "}}";
    }

    private static String binding(String kind, String name, String policy, String spec) {
        return "{'apiVersion':'admissionregistration.k8s.io/v1','kind':'"
                + kind
                + "','metadata':{'name':'"
                + name
                + "'},'spec':{'policyName':'"
                + policy
                + "'"
                + (spec.isEmpty() ? "" : "," + spec)
                + "}}";
    }

    /// Quotes that stand for double ones; `\'` stays a single one.
    private static String json(String text) {
        return text.replace("\\'", "\u0000").replace('\'', '"').replace('\u0000', '\'');
    }
}
