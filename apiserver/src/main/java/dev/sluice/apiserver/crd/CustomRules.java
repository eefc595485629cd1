package dev.sluice.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.cel.Rules;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRules;
import dev.sluice.apiserver.schema.Defaulting;
import dev.sluice.apiserver.schema.ListElements;
import dev.sluice.apiserver.schema.Pruning;
import dev.sluice.apiserver.schema.Schema;
import dev.sluice.apiserver.schema.ValueCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rules of one version of a custom kind: all of them stand in its schema.
final class CustomRules implements KindRules {
    /// A complaint of one of these reasons leaves the CEL rules unasked: they could not trust the object.
    private static final Set<String> BLOCKING =
            Set.of(
                    "FieldValueNotSupported",
                    "FieldValueRequired",
                    "FieldValueTooLong",
                    "FieldValueTooMany",
                    "FieldValueTypeInvalid");

    private static final Cause UNCHECKED =
            new Cause(
                    "FieldValueInvalid",
                    "<nil>",
                    "Invalid value: null: some validation rules were not checked because the object was invalid;"
                            + " correct the existing errors to complete validation");

    private final Schema schema;
    private final ValueCheck values;
    private final Rules rules;
    private final Pruning.Metadata metadata;
    private final String deprecation;
    private final @Nullable ScalePaths scale;
    private final boolean terminating;
    private final long defaultsSince;

    /// @param schema as the definition gives it, without what every object has
    /// @param deprecation empty for a version in good standing
    /// @param scale null without a scale subresource
    /// @param terminating true when the definition is being deleted: no more objects are taken (H4.52)
    /// @param since the revision at which the definition came to have this schema
    CustomRules(
            Schema schema,
            Rules rules,
            Pruning.Metadata metadata,
            String deprecation,
            @Nullable ScalePaths scale,
            boolean terminating,
            long since) {
        this.schema = schema;
        this.values = ValueCheck.of(schema);
        this.rules = rules;
        this.metadata = metadata;
        this.deprecation = deprecation;
        this.scale = scale;
        this.terminating = terminating;
        this.defaultsSince = Defaulting.hasDefaults(schema) ? since : 0;
    }

    @Override
    public List<String> conform(ObjectNode object) {
        return Pruning.prune(object, schema, metadata);
    }

    @Override
    public void applyDefaults(ObjectNode object) {
        Defaulting.apply(object, schema);
    }

    @Override
    public long defaultsSince() {
        return defaultsSince;
    }

    @Override
    public void prepareForCreate(ObjectNode object) {
        if (terminating) {
            throw new ApiError(
                    405,
                    "MethodNotAllowed",
                    "create not allowed while custom resource definition is terminating",
                    null);
        }
    }

    @Override
    public List<Cause> validateCreate(ObjectNode object) {
        return check(object, null);
    }

    @Override
    public List<Cause> validateUpdate(ObjectNode object, ObjectNode old) {
        return check(object, old);
    }

    @Override
    public List<Cause> validateStatusUpdate(ObjectNode object, ObjectNode old) {
        return check(object, old);
    }

    private List<Cause> check(ObjectNode object, @Nullable ObjectNode old) {
        List<Cause> causes = new ArrayList<>(values.check(object, old, ""));
        causes.addAll(ListElements.duplicates(object, old, schema));
        if (scale != null) {
            checkReplicas(object, scale.specReplicas(), causes);
            checkReplicas(object, scale.statusReplicas(), causes);
        }
        if (causes.isEmpty()) {
            return rules.check(object, old);
        }
        if (rules.isEmpty()) {
            return causes;
        }
        if (causes.stream().anyMatch(cause -> BLOCKING.contains(cause.reason()))) {
            causes.add(UNCHECKED);
        } else {
            causes.addAll(rules.check(object, old));
        }
        return causes;
    }

    private static void checkReplicas(ObjectNode object, String path, List<Cause> causes) {
        JsonNode node = object;
        for (String name : path.split("\\.")) {
            node = node.path(name);
        }
        String complaint =
                node.isNumber() && node.longValue() < 0
                        ? "should be a non-negative integer"
                        : node.isNumber() && node.longValue() > Integer.MAX_VALUE
                                ? "should be less than or equal to " + Integer.MAX_VALUE
                                : "";
        if (!complaint.isEmpty()) {
            causes.add(
                    new Cause(
                            "FieldValueInvalid",
                            "." + path,
                            "Invalid value: " + node + ": " + complaint));
        }
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }

    @Override
    public String deprecation() {
        return deprecation;
    }

    @Override
    public ScalePaths scalePaths() {
        return scale == null ? ScalePaths.BUILT_IN : scale;
    }

    /// Which subresources a version declares (H4.30): an empty `subresources` means none.
    static Set<Kind.Subresource> subresources(JsonNode version) {
        JsonNode declared = version.path("subresources");
        boolean status = declared.path("status").isObject();
        boolean scale = declared.path("scale").isObject();
        if (status && scale) {
            return Set.of(Kind.Subresource.STATUS, Kind.Subresource.SCALE);
        }
        if (status) {
            return Set.of(Kind.Subresource.STATUS);
        }
        return scale ? Set.of(Kind.Subresource.SCALE) : Set.of();
    }
}
