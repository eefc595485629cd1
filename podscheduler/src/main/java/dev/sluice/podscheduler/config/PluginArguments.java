package dev.sluice.podscheduler.config;

import dev.sluice.model.LabelRequirement;
import dev.sluice.model.NodeSelection;
import dev.sluice.model.NodeSelectorTerm;
import dev.sluice.podscheduler.cluster.NodePreference;
import dev.sluice.podscheduler.cluster.Resources;
import dev.sluice.podscheduler.cluster.SpreadConstraint;
import dev.sluice.podscheduler.framework.Plugin;
import dev.sluice.podscheduler.plugins.DefaultPreemption;
import dev.sluice.podscheduler.plugins.InterPodAffinity;
import dev.sluice.podscheduler.plugins.NodeAffinity;
import dev.sluice.podscheduler.plugins.NodeResourcesBalancedAllocation;
import dev.sluice.podscheduler.plugins.NodeResourcesFit;
import dev.sluice.podscheduler.plugins.PodTopologySpread;
import dev.sluice.podscheduler.plugins.ResourceStrategy;
import dev.sluice.podscheduler.plugins.ResourceStrategy.RequestedToCapacityRatio.Point;
import dev.sluice.podscheduler.plugins.SpreadDefaults;
import dev.sluice.podscheduler.preemption.PreemptionSearch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The arguments of the default plugins (S3.67).
final class PluginArguments {
    private static final int MANY = Integer.MAX_VALUE;

    private PluginArguments() {}

    /// The type fields are allowed everywhere.
    static void allow(Section args, String... fields) throws ConfigurationFault {
        List<String> all = new ArrayList<>(List.of(fields));
        all.add("apiVersion");
        all.add("kind");
        args.allow(all.toArray(String[]::new));
    }

    static Plugin nodeAffinity(Section args) throws ConfigurationFault {
        allow(args, "addedAffinity");
        Section added = args.section("addedAffinity");
        String required = "requiredDuringSchedulingIgnoredDuringExecution";
        String preferred = "preferredDuringSchedulingIgnoredDuringExecution";
        added.allow(required, preferred);
        List<NodeSelectorTerm> terms = new ArrayList<>();
        Section block = added.section(required);
        block.allow("nodeSelectorTerms");
        for (Section term : block.sections("nodeSelectorTerms")) {
            terms.add(term(term));
        }
        List<NodePreference> preferences = new ArrayList<>();
        for (Section preference : added.sections(preferred)) {
            preference.allow("weight", "preference");
            preferences.add(
                    new NodePreference(
                            preference.number("weight", 1, 1, 100),
                            term(preference.section("preference"))));
        }
        return new NodeAffinity(
                added.has(required) ? new NodeSelection(Map.of(), true, terms) : NodeSelection.ANY,
                preferences);
    }

    private static NodeSelectorTerm term(Section term) throws ConfigurationFault {
        term.allow("matchExpressions", "matchFields");
        return new NodeSelectorTerm(
                requirements(term.sections("matchExpressions")),
                requirements(term.sections("matchFields")));
    }

    private static List<LabelRequirement> requirements(List<Section> sections)
            throws ConfigurationFault {
        List<LabelRequirement> requirements = new ArrayList<>();
        for (Section section : sections) {
            section.allow("key", "operator", "values");
            String text = section.required("operator");
            LabelRequirement.Operator operator = LabelRequirement.Operator.of(text);
            if (operator == null) {
                throw section.fault(
                        "operator",
                        "is " + text + ", expected In, NotIn, Exists, DoesNotExist, Gt or Lt");
            }
            var requirement =
                    new LabelRequirement(
                            section.required("key"), operator, section.strings("values"));
            String fault = requirement.fault();
            if (fault != null) {
                throw new ConfigurationFault(section.path(), fault);
            }
            requirements.add(requirement);
        }
        return requirements;
    }

    static Plugin resourcesFit(Section args) throws ConfigurationFault {
        allow(args, "ignoredResources", "ignoredResourceGroups", "scoringStrategy");
        for (String group : args.strings("ignoredResourceGroups")) {
            if (group.contains("/")) {
                throw args.fault(
                        "ignoredResourceGroups",
                        "holds " + group + ", expected what stands before the slash");
            }
        }
        return new NodeResourcesFit(
                strategy(args.section("scoringStrategy")),
                Set.copyOf(args.strings("ignoredResources")),
                Set.copyOf(args.strings("ignoredResourceGroups")));
    }

    private static ResourceStrategy strategy(Section strategy) throws ConfigurationFault {
        strategy.allow("type", "resources", "requestedToCapacityRatio");
        Map<String, Integer> weights = weights(strategy);
        String type = strategy.string("type", "LeastAllocated");
        return switch (type) {
            case "LeastAllocated" -> new ResourceStrategy.LeastAllocated(weights);
            case "MostAllocated" -> new ResourceStrategy.MostAllocated(weights);
            case "RequestedToCapacityRatio" ->
                    new ResourceStrategy.RequestedToCapacityRatio(
                            weights, shape(strategy.section("requestedToCapacityRatio")));
            default ->
                    throw strategy.fault(
                            "type",
                            "is "
                                    + type
                                    + ", expected LeastAllocated, MostAllocated or RequestedToCapacityRatio");
        };
    }

    private static Map<String, Integer> weights(Section args) throws ConfigurationFault {
        if (!args.has("resources")) {
            return ResourceStrategy.CPU_AND_MEMORY;
        }
        Map<String, Integer> weights = new LinkedHashMap<>();
        for (Section resource : args.sections("resources")) {
            resource.allow("name", "weight");
            int weight = resource.number("weight", 1, 0, 100);
            weights.put(resource.required("name"), weight == 0 ? 1 : weight);
        }
        return weights;
    }

    private static List<Point> shape(Section ratio) throws ConfigurationFault {
        ratio.allow("shape");
        List<Point> points = new ArrayList<>();
        for (Section point : ratio.sections("shape")) {
            point.allow("utilization", "score");
            int utilisation = point.number("utilization", 0, 0, 100);
            if (!points.isEmpty() && utilisation <= points.getLast().utilisation()) {
                throw point.fault(
                        "utilization",
                        "is " + utilisation + ", expected more than that of the point before");
            }
            points.add(new Point(utilisation, point.number("score", 0, 0, 10)));
        }
        if (points.isEmpty()) {
            throw ratio.fault("shape", "is missing, expected at least one point");
        }
        return points;
    }

    static Plugin balancedAllocation(Section args) throws ConfigurationFault {
        allow(args, "resources");
        if (!args.has("resources")) {
            return new NodeResourcesBalancedAllocation(List.of(Resources.CPU, Resources.MEMORY));
        }
        for (Section resource : args.sections("resources")) {
            resource.number("weight", 1, 0, 1);
        }
        return new NodeResourcesBalancedAllocation(List.copyOf(weights(args).keySet()));
    }

    static Plugin interPodAffinity(Section args) throws ConfigurationFault {
        allow(args, "hardPodAffinityWeight", "ignorePreferredTermsOfExistingPods");
        return new InterPodAffinity(
                args.number("hardPodAffinityWeight", 1, 0, 100),
                args.flag("ignorePreferredTermsOfExistingPods", false));
    }

    static Plugin preemption(Section args) throws ConfigurationFault {
        allow(args, "minCandidateNodesPercentage", "minCandidateNodesAbsolute");
        int percentage = args.number("minCandidateNodesPercentage", 10, 0, 100);
        int absolute = args.number("minCandidateNodesAbsolute", 100, 0, MANY);
        if (percentage == 0 && absolute == 0) {
            throw args.fault(
                    "minCandidateNodesAbsolute",
                    "is 0 and minCandidateNodesPercentage too, expected one above 0");
        }
        return new DefaultPreemption(new PreemptionSearch(percentage, absolute));
    }

    static Plugin topologySpread(Section args) throws ConfigurationFault {
        allow(args, "defaultConstraints", "defaultingType");
        String type = args.string("defaultingType", "System");
        List<SpreadConstraint> constraints = new ArrayList<>();
        for (Section constraint : args.sections("defaultConstraints")) {
            constraints.add(constraint(constraint));
        }
        return switch (type) {
            case "System" -> {
                if (!constraints.isEmpty()) {
                    throw args.fault(
                            "defaultConstraints",
                            "is given, expected none with defaultingType System");
                }
                yield new PodTopologySpread(SpreadDefaults.SYSTEM);
            }
            case "List" -> new PodTopologySpread(new SpreadDefaults(constraints, false));
            default ->
                    throw args.fault("defaultingType", "is " + type + ", expected System or List");
        };
    }

    private static SpreadConstraint constraint(Section constraint) throws ConfigurationFault {
        constraint.allow("maxSkew", "topologyKey", "whenUnsatisfiable");
        String when = constraint.required("whenUnsatisfiable");
        if (!when.equals("DoNotSchedule") && !when.equals("ScheduleAnyway")) {
            throw constraint.fault(
                    "whenUnsatisfiable",
                    "is " + when + ", expected DoNotSchedule or ScheduleAnyway");
        }
        return SpreadConstraint.byDefault(
                constraint.required("topologyKey"),
                constraint.number("maxSkew", 0, 1, MANY),
                when.equals("DoNotSchedule"));
    }
}
