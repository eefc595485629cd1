package dev.sluice.podscheduler.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.podscheduler.framework.Profile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every field of the file is read, or refused with its path, its value and what was expected (S3.60 to S3.67).
class SchedulerConfigurationTest {

    @Test
    void theDefaultsAreTheUpstreamOnes() {
        SchedulerConfiguration standard = SchedulerConfiguration.standard();

        assertThat(standard.qps()).isEqualTo(50);
        assertThat(standard.burst()).isEqualTo(100);
        assertThat(standard.kubeconfig()).isEmpty();
        assertThat(standard.leaderElection())
                .isEqualTo(
                        new LeaderElection(
                                true,
                                Duration.ofSeconds(15),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(2),
                                "kube-system",
                                "kube-scheduler"));
        assertThat(standard.profiles().all())
                .extracting(Profile::schedulerName)
                .containsExactly("default-scheduler");
    }

    @Test
    void whatIsGivenIsTaken() throws ConfigurationFault {
        SchedulerConfiguration read =
                read(
                        "apiVersion=kubescheduler.config.k8s.io/v1",
                        "kind=KubeSchedulerConfiguration",
                        "parallelism=4",
                        "enableProfiling=false",
                        "enableContentionProfiling=false",
                        "delayCacheUntilActive=true",
                        "percentageOfNodesToScore=30",
                        "podInitialBackoffSeconds=2",
                        "podMaxBackoffSeconds=20",
                        "clientConnection.kubeconfig=k",
                        "clientConnection.acceptContentTypes=application/json",
                        "clientConnection.contentType=application/json",
                        "clientConnection.qps=7",
                        "clientConnection.burst=9",
                        "leaderElection.leaderElect=false",
                        "leaderElection.leaseDuration=1m30s",
                        "leaderElection.renewDeadline=20s",
                        "leaderElection.retryPeriod=500ms",
                        "leaderElection.resourceLock=leases",
                        "leaderElection.resourceName=n",
                        "leaderElection.resourceNamespace=ns",
                        "profiles.0.schedulerName=one",
                        "profiles.1.schedulerName=two",
                        "profiles.1.percentageOfNodesToScore=40");

        assertThat(read.kubeconfig()).isEqualTo("k");
        assertThat(read.qps()).isEqualTo(7);
        assertThat(read.burst()).isEqualTo(9);
        assertThat(read.leaderElection())
                .isEqualTo(
                        new LeaderElection(
                                false,
                                Duration.ofSeconds(90),
                                Duration.ofSeconds(20),
                                Duration.ofMillis(500),
                                "ns",
                                "n"));
        assertThat(read.profiles().all())
                .extracting(Profile::schedulerName, Profile::percentageOfNodesToScore)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("one", 30),
                        org.assertj.core.groups.Tuple.tuple("two", 40));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    apiVersion=v2 | apiVersion: is v2, expected kubescheduler.config.k8s.io/v1
                    kind=Kubelet | kind: is Kubelet, expected KubeSchedulerConfiguration
                    paralelism=1 | paralelism: unknown field, expected one of
                    parallelism=0 | parallelism: is 0, expected a whole number, 1 or more
                    enableProfiling=maybe | enableProfiling: is maybe, expected true or false
                    enableContentionProfiling=3 | enableContentionProfiling: is 3, expected true or false
                    delayCacheUntilActive=no one | delayCacheUntilActive: is no one, expected true or false
                    percentageOfNodesToScore=101 | percentageOfNodesToScore: is 101, expected a whole number, 0 to 100
                    podInitialBackoffSeconds=0 | podInitialBackoffSeconds: is 0, expected a whole number, 1 or more
                    podMaxBackoffSeconds=x | podMaxBackoffSeconds: is x, expected a whole number
                    podInitialBackoffSeconds=11 | podMaxBackoffSeconds: is 10, expected at least podInitialBackoffSeconds 11
                    extenders.0.urlPrefix=http://x | extenders: is given, but extenders are not supported
                    clientConnection=fast | clientConnection: is fast, expected fields
                    clientConnection.qps=-1 | clientConnection.qps: is -1, expected a whole number, 0 or more
                    clientConnection.burst=many | clientConnection.burst: is many, expected a whole number
                    clientConnection.contentType.a=b | clientConnection.contentType: is {a=b}, expected a text
                    clientConnection.Qps=1 | clientConnection.Qps: unknown field
                    leaderElection.leaderElect=1 | leaderElection.leaderElect: is 1, expected true or false
                    leaderElection.resourceLock=endpoints | leaderElection.resourceLock: is endpoints, expected leases
                    leaderElection.leaseDuration=soon | leaderElection.leaseDuration: is soon, expected a duration such as 15s
                    leaderElection.leaseDuration=9s | leaderElection.leaseDuration
                    leaderElection.renewDeadline=1s | leaderElection.renewDeadline
                    leaderElection.retryPeriod=0s | leaderElection.retryPeriod
                    leaderElection.holder=x | leaderElection.holder: unknown field
                    profiles=one | profiles: is one, expected a list
                    profiles.0=one | profiles[0]: is one, expected fields
                    profiles.0.name=one | profiles[0].name: unknown field
                    profiles.0.percentageOfNodesToScore=-1 | profiles[0].percentageOfNodesToScore: is -1
                    profiles.0.plugins.postScore.enabled.0.name=NodeName | profiles[0].plugins.postScore: unknown field
                    profiles.0.plugins.filter.on.0.name=NodeName | profiles[0].plugins.filter.on: unknown field
                    profiles.0.plugins.filter.enabled.0.weight=1 | profiles[0].plugins.filter.enabled[0].name: is missing
                    profiles.0.plugins.filter.enabled.0.name=Nodename | profiles[0].plugins.filter.enabled[0].name: is Nodename, which is no plugin; expected one of
                    profiles.0.plugins.filter.enabled.0.name=ImageLocality | profiles[0].plugins.filter.enabled: names ImageLocality, which does not serve there
                    profiles.0.plugins.score.enabled.0.weight=-1;profiles.0.plugins.score.enabled.0.name=NodeAffinity | profiles[0].plugins.score.enabled[0].weight: is -1
                    profiles.0.plugins.filter.disabled.0.name=Nodename | profiles[0].plugins.filter.disabled[0].name: is Nodename, which is no plugin
                    profiles.0.plugins.queueSort.disabled.0.name=* | profiles[0].plugins
                    profiles.0.plugins.bind.disabled.0.name=* | profiles[0].plugins
                    profiles.0.pluginConfig.0.name=Nothing | profiles[0].pluginConfig[0].name: is Nothing, which is no plugin
                    profiles.0.pluginConfig.0.name=NodeResourcesFit;profiles.0.pluginConfig.0.args.kind=FitArgs | profiles[0].pluginConfig[0].args.kind: is FitArgs, expected NodeResourcesFitArgs
                    profiles.0.pluginConfig.0.name=NodeResourcesFit;profiles.0.pluginConfig.0.args.apiVersion=v0 | profiles[0].pluginConfig[0].args.apiVersion: is v0
                    profiles.0.pluginConfig.0.name=NodeResourcesFit;profiles.0.pluginConfig.0.args.scoringStrategy.type=Best | profiles[0].pluginConfig[0].args.scoringStrategy.type: is Best, expected LeastAllocated, MostAllocated or RequestedToCapacityRatio
                    profiles.0.pluginConfig.0.name=NodeResourcesFit;profiles.0.pluginConfig.0.args.scoringStrategy.resources.0.weight=101 | profiles[0].pluginConfig[0].args.scoringStrategy.resources[0].weight: is 101
                    profiles.0.pluginConfig.0.name=NodeResourcesFit;profiles.0.pluginConfig.0.args.strategy=x | profiles[0].pluginConfig[0].args.strategy: unknown field
                    profiles.0.pluginConfig.0.name=InterPodAffinity;profiles.0.pluginConfig.0.args.hardPodAffinityWeight=101 | profiles[0].pluginConfig[0].args.hardPodAffinityWeight: is 101
                    profiles.0.pluginConfig.0.name=PodTopologySpread;profiles.0.pluginConfig.0.args.defaultingType=None | profiles[0].pluginConfig[0].args.defaultingType: is None, expected System or List
                    profiles.0.pluginConfig.0.name=DefaultPreemption;profiles.0.pluginConfig.0.args.minCandidateNodesPercentage=200 | profiles[0].pluginConfig[0].args.minCandidateNodesPercentage: is 200
                    profiles.0.pluginConfig.0.name=NodeAffinity;profiles.0.pluginConfig.1.name=NodeAffinity | profiles[0].pluginConfig[1].name: is NodeAffinity, which is configured twice
                    profiles.0.schedulerName=a;profiles.1.schedulerName=a | profiles
                    profiles.0.schedulerName=a;profiles.1.percentageOfNodesToScore=1 | profiles[1].schedulerName: is missing, expected a name for each profile
                    """)
    void whatMakesNoSenseIsRefusedWithItsPath(String lines, String message) {
        assertThatThrownBy(() -> read(lines.split(";")))
                .isInstanceOf(ConfigurationFault.class)
                .hasMessageStartingWith(message);
    }

    /// @param lines paths of fields, numbers being places in lists, and values
    private static SchedulerConfiguration read(String... lines) throws ConfigurationFault {
        Map<String, Object> file = new LinkedHashMap<>();
        for (String line : lines) {
            int equals = line.indexOf('=');
            put(file, List.of(line.substring(0, equals).split("\\.")), line.substring(equals + 1));
        }
        return SchedulerConfiguration.read(file, PluginCatalogue.standard());
    }

    @SuppressWarnings("unchecked") // as it was put in before
    private static void put(Map<String, Object> fields, List<String> path, String text) {
        String field = path.getFirst();
        if (path.size() == 1) {
            fields.put(field, value(text));
        } else if (path.get(1).matches("\\d+")) {
            List<Object> list =
                    (List<Object>) fields.computeIfAbsent(field, _ -> new ArrayList<>());
            int place = Integer.parseInt(path.get(1));
            if (path.size() == 2) {
                list.add(value(text));
                return;
            }
            while (list.size() <= place) {
                list.add(new LinkedHashMap<String, Object>());
            }
            put((Map<String, Object>) list.get(place), path.subList(2, path.size()), text);
        } else {
            put(
                    (Map<String, Object>)
                            fields.computeIfAbsent(field, _ -> new LinkedHashMap<String, Object>()),
                    path.subList(1, path.size()),
                    text);
        }
    }

    private static Object value(String text) {
        if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        return text.matches("-?\\d+") ? (Object) Integer.valueOf(text) : text;
    }
}
