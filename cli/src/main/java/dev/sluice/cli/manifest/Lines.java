package dev.sluice.cli.manifest;

import java.io.StringReader;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/// The lines of a YAML document's fields, counted from 1.
public final class Lines {
    private static final Pattern STEP = Pattern.compile("\\[([^\\]]*)]|[^.\\[\\]]+");

    private final Node root;

    Lines(Node root) {
        this.root = root;
    }

    /// The lines of a text with one document; empty when it is no YAML, or has nothing in it.
    public static Optional<Lines> read(String yaml) {
        try {
            return Optional.ofNullable(
                            new Yaml(new LoaderOptions()).compose(new StringReader(yaml)))
                    .map(Lines::new);
        } catch (YAMLException broken) {
            return Optional.empty();
        }
    }

    /// Whether a text has nothing but comments and white space in it.
    public static boolean isEmpty(String yaml) {
        return yaml.lines()
                .map(String::strip)
                .allMatch(l -> l.isEmpty() || l.startsWith("#") || l.equals("---"));
    }

    /// The line of a field, or of the nearest one around it that is there.
    ///
    /// @param field a path with dots and indexes; a key with dots stands in brackets (`metadata.labels[a.b/c]`)
    public int of(String field) {
        Node node = root;
        int line = line(root);
        Matcher steps = STEP.matcher(field);
        while (steps.find()) {
            String key = steps.group(1);
            Optional<Found> found = step(node, key == null ? steps.group() : key);
            if (found.isEmpty()) {
                return line;
            }
            line = found.get().line();
            node = found.get().value();
        }
        return line;
    }

    private static Optional<Found> step(Node node, String step) {
        if (node instanceof MappingNode mapping) {
            for (NodeTuple entry : mapping.getValue()) {
                if (entry.getKeyNode() instanceof ScalarNode key && key.getValue().equals(step)) {
                    return Optional.of(new Found(line(key), entry.getValueNode()));
                }
            }
        }
        if (node instanceof SequenceNode sequence && step.chars().allMatch(Character::isDigit)) {
            int index = Integer.parseInt(step);
            if (index < sequence.getValue().size()) {
                Node element = sequence.getValue().get(index);
                return Optional.of(new Found(line(element), element));
            }
        }
        return Optional.empty();
    }

    private static int line(Node node) {
        return node.getStartMark().getLine() + 1;
    }

    private record Found(int line, Node value) {}
}
