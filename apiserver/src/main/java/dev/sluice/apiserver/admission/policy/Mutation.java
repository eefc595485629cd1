package dev.sluice.apiserver.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.apply.Overlay;
import dev.sluice.apiserver.cel.CelSyntaxError;
import dev.sluice.apiserver.cel.Expression;
import dev.sluice.apiserver.cel.Scope;
import dev.sluice.apiserver.kind.BodyMismatch;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.patch.JsonPatch;
import dev.sluice.apiserver.patch.PatchMisfit;
import java.util.ArrayList;
import java.util.List;

/// One change that a policy makes: an expression that gives a JSON patch, or a part of the object to be applied.
///
/// @param patch whether the expression gives a JSON patch
record Mutation(Expression expression, boolean patch) {

    /// All changes of a policy, in their order.
    ///
    /// @throws CelSyntaxError when an expression is none
    static List<Mutation> all(Policy policy) throws CelSyntaxError {
        Scope scope = policy.scope().expressions().withObjects();
        List<Mutation> all = new ArrayList<>();
        for (JsonNode mutation : policy.spec().path("mutations")) {
            boolean patch = mutation.path("patchType").asText().equals("JSONPatch");
            String source =
                    mutation.path(patch ? "jsonPatch" : "applyConfiguration")
                            .path("expression")
                            .asText()
                            .strip();
            all.add(
                    new Mutation(
                            Expression.compile(source, scope, Expression.Wanted.ANYTHING), patch));
        }
        return List.copyOf(all);
    }

    /// @param object as it is; left alone
    /// @return the changed object
    /// @throws PatchMisfit when the patch does not fit
    ObjectNode apply(ObjectNode object, Kind kind, PolicyCases.Case about) throws PatchMisfit {
        JsonNode given = expression.json(about.values(), about.budget());
        if (patch) {
            return JsonPatch.ofTree(given).applyOrExplain(object);
        }
        if (!(given instanceof ObjectNode part)) {
            throw new BodyMismatch("the expression must give an Object");
        }
        ObjectNode named = part.objectNode();
        named.put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
        named.setAll(part);
        return Overlay.of(object, named, kind.schema());
    }
}
