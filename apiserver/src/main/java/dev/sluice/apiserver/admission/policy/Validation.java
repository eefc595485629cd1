package dev.sluice.apiserver.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.cel.CelFailure;
import dev.sluice.apiserver.cel.CelSyntaxError;
import dev.sluice.apiserver.cel.Expression;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One thing that a validating policy says of a request: that something must hold, or what the audit log is to note.
sealed interface Validation {
    int MESSAGE_MAX = 5 << 10;
    int NOTE_MAX = 10 << 10;

    /// What comes of it.
    sealed interface Verdict {
        record Fine() implements Verdict {}

        /// @param reason empty for the usual one
        record Violated(String message, String reason) implements Verdict {}

        /// The expression has no value.
        record Broken(String message) implements Verdict {}

        record Note(String key, String value) implements Verdict {}
    }

    Verdict FINE = new Verdict.Fine();

    /// @param lenient whether an expression without a value counts as fine
    Verdict check(PolicyCases.Case about, boolean lenient);

    /// All that a policy says, validations first.
    ///
    /// @throws CelSyntaxError when an expression is none
    static List<Validation> all(Policy policy) throws CelSyntaxError {
        List<Validation> all = new ArrayList<>();
        for (JsonNode validation : policy.spec().path("validations")) {
            String source = validation.path("expression").asText().strip();
            String message = validation.path("messageExpression").asText().strip();
            all.add(
                    new MustHold(
                            source,
                            compile(source, policy, Expression.Wanted.BOOL),
                            validation.path("message").asText().strip(),
                            message.isEmpty()
                                    ? null
                                    : compile(message, policy, Expression.Wanted.TEXT),
                            validation.path("reason").asText()));
        }
        for (JsonNode note : policy.spec().path("auditAnnotations")) {
            all.add(
                    new Remark(
                            note.path("key").asText(),
                            compile(
                                    note.path("valueExpression").asText().strip(),
                                    policy,
                                    Expression.Wanted.TEXT_OR_NULL)));
        }
        return List.copyOf(all);
    }

    private static Expression compile(String source, Policy policy, Expression.Wanted wanted)
            throws CelSyntaxError {
        return Expression.compile(source, policy.scope().expressions(), wanted);
    }

    /// @param message empty when none is given
    record MustHold(
            String source,
            Expression condition,
            String message,
            @Nullable Expression messageExpression,
            String reason)
            implements Validation {
        @Override
        public Verdict check(PolicyCases.Case about, boolean lenient) {
            try {
                return Boolean.TRUE.equals(condition.eval(about.values(), about.budget()))
                        ? FINE
                        : new Verdict.Violated(said(about), reason);
            } catch (CelFailure failure) {
                return lenient
                        ? FINE
                        : new Verdict.Broken(
                                "expression '"
                                        + source
                                        + "' resulted in error: "
                                        + failure.text());
            }
        }

        /// A message expression without a usable value says nothing; the plain message says it instead.
        private String said(PolicyCases.Case about) {
            String plain = message.isEmpty() ? "failed expression: " + source : message;
            if (messageExpression == null) {
                return plain;
            }
            try {
                return messageExpression.eval(about.values(), about.budget()) instanceof String text
                                && !text.isBlank()
                                && text.length() <= MESSAGE_MAX
                                && !text.contains("\n")
                        ? text.strip()
                        : plain;
            } catch (CelFailure failure) {
                return plain;
            }
        }
    }

    record Remark(String key, Expression value) implements Validation {
        @Override
        public Verdict check(PolicyCases.Case about, boolean lenient) {
            try {
                return value.eval(about.values(), about.budget()) instanceof String text
                                && !text.isBlank()
                        ? new Verdict.Note(
                                key, text.length() > NOTE_MAX ? text.substring(0, NOTE_MAX) : text)
                        : FINE;
            } catch (CelFailure failure) {
                return lenient
                        ? FINE
                        : new Verdict.Broken(
                                "valueExpression of audit annotation '"
                                        + key
                                        + "' resulted in error: "
                                        + failure.text());
            }
        }
    }
}
