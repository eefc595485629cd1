package dev.sluice.podscheduler;

import dev.sluice.podscheduler.framework.EventKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Why a pod has no node, as data: what would be decided now, with each node's first refusal and what would lift it.
public sealed interface Explanation {
    /// In lines, as for `kubectl describe`.
    String text();

    /// It has scheduling gates, and whoever set them has to remove them.
    ///
    /// @param since when it came; gates cannot be given later
    record Gated(List<Gate> gates, Instant since) implements Explanation {
        /// @param owner what stands before the slash of the name; empty when nobody says whose it is
        /// @param setBy the field managers that set it; empty when that is not known
        public record Gate(String name, String owner, List<String> setBy) {
            public Gate {
                setBy = List.copyOf(setBy);
            }

            /// A gate of which only the name is known.
            public static Gate of(String name) {
                int slash = name.indexOf('/');
                return new Gate(name, slash < 0 ? "" : name.substring(0, slash), List.of());
            }

            /// The same gate and who set it.
            public Gate setBy(List<String> managers) {
                return new Gate(name, owner, managers);
            }

            private String text() {
                return name
                        + (setBy.isEmpty() ? "" : ", set by " + String.join(" and ", setBy))
                        + (owner.isEmpty() ? ", owner unknown" : ", to be removed by " + owner);
            }
        }

        public Gated {
            gates = List.copyOf(gates);
        }

        @Override
        public String text() {
            List<String> lines = new ArrayList<>();
            lines.add("Not tried since " + since + ", because of scheduling gates:");
            gates.forEach(gate -> lines.add("  " + gate.text()));
            return String.join("\n", lines);
        }
    }

    /// Another plugin does not let it be tried.
    record KeptOut(String plugin, Instant since) implements Explanation {
        @Override
        public String text() {
            return "Not tried since " + since + ": kept out by " + plugin;
        }
    }

    /// It waits with the other pods of its group (S4.162 to S4.165).
    ///
    /// @param group `namespace/name`
    /// @param since when the pod came, or was refused with its group
    record WithGroup(String group, Reason reason, String message, Instant since)
            implements Explanation {
        /// Why the group waits.
        public enum Reason {
            MISSING("GroupMissing"),
            /// It has fewer pods than must start together.
            INCOMPLETE("GroupIncomplete"),
            /// It is incomplete, and who makes its pods waits for those that are there (FE10).
            WAITING_FOR_OWNER("WaitingForOwner"),
            /// Another pod of it may not be tried.
            MEMBER_KEPT_OUT("MemberKeptOut"),
            /// The pod has a place, but too few of the others do.
            TOO_FEW_PLACES("MinCountNotMet");

            private final String text;

            Reason(String text) {
                this.text = text;
            }

            /// As it is told.
            public String text() {
                return text;
            }
        }

        /// The group is incomplete because of who makes its pods.
        ///
        /// @param words what that one waits for
        public WithGroup waitingForOwner(String words) {
            return new WithGroup(group, Reason.WAITING_FOR_OWNER, message + "; " + words, since);
        }

        @Override
        public String text() {
            return "Waits with its pod group %s since %s: %s (%s)"
                    .formatted(group, since, message, reason.text());
        }
    }

    /// No node can take it now.
    ///
    /// @param message of its condition
    /// @param attempts so far
    record Refused(String message, int attempts, List<OnNode> nodes) implements Explanation {
        /// So many nodes of which the same is said are named in the text.
        private static final int NAMES_MAX = 3;

        /// A node's first refusal.
        ///
        /// @param remedy what is missing there, in words; empty when the reasons say it
        /// @param liftedBy events that make the plugin change its mind, or might
        /// @param byPreemption whether the end of other pods on the node could help
        public record OnNode(
                String node,
                String plugin,
                List<String> reasons,
                String remedy,
                List<EventKind> liftedBy,
                boolean byPreemption) {
            public OnNode {
                reasons = List.copyOf(reasons);
                liftedBy = List.copyOf(liftedBy);
            }

            private String words() {
                List<String> events = liftedBy.stream().map(EventKind::label).toList();
                return String.join(", ", reasons)
                        + " ("
                        + plugin
                        + ")"
                        + (remedy.isEmpty() ? "" : "; missing: " + remedy)
                        + (events.isEmpty()
                                ? ""
                                : "; looked at again after " + String.join(", ", events));
            }
        }

        public Refused {
            nodes = List.copyOf(nodes);
        }

        @Override
        public String text() {
            Map<String, List<String>> nodesByWords = new LinkedHashMap<>();
            for (OnNode on : nodes) {
                nodesByWords.computeIfAbsent(on.words(), _ -> new ArrayList<>()).add(on.node());
            }
            List<String> lines = new ArrayList<>();
            lines.add(
                    (attempts == 1 ? "Tried once. " : "Tried " + attempts + " times. ") + message);
            nodesByWords.forEach((words, names) -> lines.add("  " + some(names) + ": " + words));
            return String.join("\n", lines);
        }

        /// The first names, and how many more there are.
        private static String some(List<String> nodes) {
            List<String> names = nodes.stream().sorted().toList();
            return names.size() <= NAMES_MAX
                    ? String.join(", ", names)
                    : String.join(", ", names.subList(0, NAMES_MAX))
                            + " and "
                            + (names.size() - NAMES_MAX)
                            + " more";
        }
    }

    /// It would be placed if it were its turn.
    ///
    /// @param node where, as things are now
    record Placeable(String node) implements Explanation {
        @Override
        public String text() {
            return "Would go to " + node + " now";
        }
    }

    /// It has a place and is being bound, or waits for leave.
    record OnItsWay(String node) implements Explanation {
        @Override
        public String text() {
            return "On its way to " + node;
        }
    }

    /// It has a node.
    ///
    /// @param phase how far it is there
    record Placed(String node, String phase) implements Explanation {
        @Override
        public String text() {
            return switch (phase) {
                case "Running" -> "Runs on node " + node;
                case "Succeeded", "Failed" -> "Has ended on node %s (%s)".formatted(node, phase);
                default -> "Has node %s, and does not run yet (%s)".formatted(node, phase);
            };
        }
    }

    /// It does not wait here: it is placed already, is gone, or is another scheduler's.
    record NotWaiting() implements Explanation {
        @Override
        public String text() {
            return "Does not wait for this scheduler";
        }
    }

    /// An attempt breaks.
    record Broken(String message) implements Explanation {
        @Override
        public String text() {
            return "An attempt breaks: " + message;
        }
    }
}
