package dev.sluice.localcluster;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A controller that every cluster has, by the name that it is switched on or off by (H9.91).
public enum StandardController {
    NAMESPACE("namespace-controller"),
    SERVICE_ACCOUNT("serviceaccount-controller"),
    ROOT_CERTIFICATE(
            "root-ca-certificate-publisher-controller", "root-ca-cert-publisher", "root-ca"),
    GARBAGE("garbage-collector-controller", "garbagecollector", "gc"),
    JOB("job-controller"),
    CRON_JOB("cronjob-controller"),
    REPLICA_SET("replicaset-controller"),
    DEPLOYMENT("deployment-controller"),
    STATEFUL_SET("statefulset-controller"),
    DAEMON_SET("daemonset-controller"),
    DISRUPTION("disruption-controller", "poddisruptionbudget"),
    ENDPOINTS("endpoints-controller", "endpoint"),
    ENDPOINT_SLICE("endpointslice-controller"),
    VOLUME_CLAIMS("persistentvolume-binder-controller", "persistentvolume-binder"),
    ROLE_AGGREGATION("clusterrole-aggregation-controller", "clusterrole-aggregation"),
    RESOURCE_QUOTA("resourcequota-controller", "quota"),
    POLICY_STATUS(
            "validatingadmissionpolicy-status-controller", "validatingadmissionpolicy-status"),
    NODE_LIFECYCLE("node-lifecycle-controller", "nodelifecycle"),
    NODES("simulated-nodes-controller", "nodes", "node");

    private static final String ENDING = "-controller";

    private final String fullName;
    private final List<String> otherNames;

    StandardController(String fullName, String... otherNames) {
        this.fullName = fullName;
        this.otherNames = List.of(otherNames);
    }

    /// Its name: `job-controller`.
    public String fullName() {
        return fullName;
    }

    /// All of them: what a whole cluster has.
    public static Set<StandardController> all() {
        return EnumSet.allOf(StandardController.class);
    }

    /// The names that [#parse] takes, in one line.
    public static String names() {
        return Stream.of(values())
                .map(StandardController::shortName)
                .collect(Collectors.joining(", "));
    }

    /// Reads a list such as `namespace,job` or `*,-cronjob`. Each name may stand with or without its ending
    /// `-controller`; `*` are all, a `-` before a name takes it out.
    ///
    /// @throws IllegalArgumentException when a name is not known, with a sentence that says which there are
    public static Set<StandardController> parse(String list) {
        Set<StandardController> chosen = EnumSet.noneOf(StandardController.class);
        Set<StandardController> without = EnumSet.noneOf(StandardController.class);
        for (String word : list.split(",")) {
            String name = word.strip();
            if (name.equals("*") || name.equals("all")) {
                chosen.addAll(all());
            } else if (name.startsWith("-")) {
                without.add(named(name.substring(1)));
            } else if (!name.isEmpty()) {
                chosen.add(named(name));
            }
        }
        chosen.removeAll(without);
        return chosen;
    }

    private static StandardController named(String name) {
        String plain = plain(name);
        for (StandardController controller : values()) {
            if (plain(controller.fullName).equals(plain)
                    || controller.otherNames.stream()
                            .anyMatch(other -> plain(other).equals(plain))) {
                return controller;
            }
        }
        throw new IllegalArgumentException(
                "there is no controller \"" + name + "\", there are " + names());
    }

    private String shortName() {
        return fullName.substring(0, fullName.length() - ENDING.length());
    }

    private static String plain(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String stem =
                lower.endsWith(ENDING)
                        ? lower.substring(0, lower.length() - ENDING.length())
                        : lower;
        return stem.replace("-", "");
    }
}
