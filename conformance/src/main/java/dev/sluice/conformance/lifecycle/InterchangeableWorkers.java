package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Workers of a scenario that nothing tells apart but their names and those of the jobs on them: the same was done to each of them, in the
/// same order, and the manager was told the same of each. Which of them wins a race is free.
///
/// @param namings the ways in which they can stand for one another, besides as they are
record InterchangeableWorkers(List<Naming> namings) {
    static final InterchangeableWorkers NONE = new InterchangeableWorkers(List.of());

    private static final int WORKERS_MAX = 4;

    /// @param clusters the manager first
    /// @param done the steps until now
    static InterchangeableWorkers of(List<String> clusters, List<Scenario.Turn> done) {
        List<String> workers = clusters.subList(1, clusters.size());
        if (workers.size() < 2 || workers.size() > WORKERS_MAX) {
            return NONE;
        }
        Map<String, List<Step>> acts = new HashMap<>();
        clusters.forEach(cluster -> acts.put(cluster, new ArrayList<>()));
        for (Scenario.Turn turn : done) {
            if (turn.step() instanceof Step.Reach reach) {
                acts.getOrDefault(reach.worker(), new ArrayList<>()).add(reach);
            } else if (isAct(turn.step())) {
                acts.getOrDefault(turn.on(), new ArrayList<>()).add(turn.step());
            }
        }
        List<Naming> namings = new ArrayList<>();
        for (List<String> order : orders(workers)) {
            if (!order.equals(workers)) {
                naming(clusters.getFirst(), workers, order, acts).ifPresent(namings::add);
            }
        }
        return new InterchangeableWorkers(namings);
    }

    private static boolean isAct(Step step) {
        return switch (step) {
            case Step.Apply _, Step.Patch _, Step.Delete _, Step.NodeReport _, Step.Reach _ -> true;
            case Step.Wait _, Step.Pause _, Step.Kubectl _, Step.Compare _, Step.Note _ -> false;
        };
    }

    private static List<List<String>> orders(List<String> names) {
        if (names.isEmpty()) {
            return List.of(List.of());
        }
        List<List<String>> orders = new ArrayList<>();
        for (String first : names) {
            List<String> rest = names.stream().filter(name -> !name.equals(first)).toList();
            for (List<String> order : orders(rest)) {
                orders.add(Stream.concat(Stream.of(first), order.stream()).toList());
            }
        }
        return orders;
    }

    /// The naming in which each worker stands for the one at its place in `order`, if there is one.
    private static Optional<Naming> naming(
            String manager,
            List<String> workers,
            List<String> order,
            Map<String, List<Step>> acts) {
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < workers.size(); i++) {
            List<Step> ours = of(acts, workers.get(i));
            List<Step> recorded = of(acts, order.get(i));
            if (ours.size() != recorded.size()) {
                return Optional.empty();
            }
            names.put(workers.get(i), order.get(i));
            for (int j = 0; j < ours.size(); j++) {
                if (ours.get(j) instanceof Step.Apply one
                        && recorded.get(j) instanceof Step.Apply other) {
                    names.putIfAbsent(name(one), name(other));
                }
            }
        }
        Naming naming = new Naming(names);
        boolean alike = names.size() == Map.copyOf(naming.back().recordedName()).size();
        for (int i = 0; alike && i < workers.size(); i++) {
            alike =
                    shapes(of(acts, workers.get(i)), naming)
                            .equals(shapes(of(acts, order.get(i)), Naming.AS_IS));
        }
        List<Step> managers = of(acts, manager);
        return alike
                        && shapes(managers, naming).stream()
                                .sorted()
                                .toList()
                                .equals(shapes(managers, Naming.AS_IS).stream().sorted().toList())
                ? Optional.of(naming)
                : Optional.empty();
    }

    private static List<Step> of(Map<String, List<Step>> acts, String cluster) {
        return acts.getOrDefault(cluster, List.of());
    }

    private static String name(Step.Apply apply) {
        return Ref.of(apply.manifest()).name();
    }

    /// What is done, without the numbers of placeholders.
    private static List<String> shapes(List<Step> steps, Naming naming) {
        return steps.stream()
                .map(
                        step ->
                                step instanceof Step.Apply apply
                                        ? new Step.Apply(
                                                        (ObjectNode) naming.of(apply.manifest()),
                                                        apply.refused())
                                                .toString()
                                        : naming.of(step.toString()))
                .map(text -> text.replaceAll("<(uid|hash|pod)-\\d+>", "<$1>"))
                .toList();
    }
}
