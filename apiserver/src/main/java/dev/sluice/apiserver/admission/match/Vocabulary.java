package dev.sluice.apiserver.admission.match;

import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.cel.Authority;
import dev.sluice.apiserver.cel.Expression;
import dev.sluice.apiserver.cel.ResourceCheck;
import dev.sluice.apiserver.cel.Scope;

/// The names that every expression about a request knows: `object`, `oldObject`, `request`, `authorizer` (H2.90).
public final class Vocabulary {
    /// The names of a match condition.
    public static final Scope SCOPE =
            Scope.EMPTY
                    .with("object")
                    .with("oldObject")
                    .with("request", RequestForm.SCHEMA)
                    .withAuthorizer();

    private Vocabulary() {}

    /// What the names stand for.
    ///
    /// @param asked the request in the version that a rule names
    /// @param original the request as it came
    /// @param authority of the user who makes the request
    public static Expression.Values values(
            AdmissionRequest asked, AdmissionRequest original, Authority authority) {
        return new Expression.Values()
                .put("object", asked.object())
                .put("oldObject", asked.old())
                .put("request", RequestForm.of(asked, original), RequestForm.SCHEMA)
                .put(
                        authority,
                        new ResourceCheck(
                                asked.kind().group(),
                                asked.kind().plural(),
                                asked.subresource(),
                                asked.namespace(),
                                asked.name(),
                                "",
                                ""));
    }
}
