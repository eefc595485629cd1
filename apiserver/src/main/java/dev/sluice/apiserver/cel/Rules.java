package dev.sluice.apiserver.cel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The CEL rules of one version of a custom kind (H4.20–H4.24).
///
/// Rules are compiled when an object first comes to them: a big definition costs nothing at start but a look at its schema.
public final class Rules {
    private final @Nullable RulePlace root;

    private Rules(@Nullable RulePlace root) {
        this.root = root;
    }

    /// The rules in a schema, of the root of an object.
    public static Rules of(Schema schema) {
        return new Rules(RulePlace.root(schema));
    }

    /// Whether there is no rule at all.
    public boolean isEmpty() {
        return root == null;
    }

    /// Asks every rule that applies.
    ///
    /// @param old the object before, or null for a create: rules about transitions then have nothing to say
    /// @return the complaints
    public List<Cause> check(ObjectNode object, @Nullable ObjectNode old) {
        List<Cause> causes = new ArrayList<>();
        if (root != null) {
            root.check(object, old, "", causes);
        }
        return causes;
    }

    /// Compiles every rule of a definition, to refuse bad ones when they come in.
    ///
    /// @param path of the schema in the definition
    /// @return the complaints
    public List<Cause> compile(String path) {
        List<Cause> causes = new ArrayList<>();
        if (root != null) {
            root.compile(path, true, causes);
        }
        return causes;
    }
}
