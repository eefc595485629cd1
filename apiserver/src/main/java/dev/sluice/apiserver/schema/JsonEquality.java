package dev.sluice.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/// Whether two JSON values mean the same: object keys in any order, and 1 is 1 whatever Java type holds it.
public final class JsonEquality {
    private static final Comparator<JsonNode> SCALARS = (a, b) -> sameScalar(a, b) ? 0 : 1;

    private JsonEquality() {}

    /// True when the values are the same.
    public static boolean same(JsonNode a, JsonNode b) {
        return a == b || a.equals(SCALARS, b);
    }

    private static boolean sameScalar(JsonNode a, JsonNode b) {
        if (a.isNumber() && b.isNumber()) {
            if (a.isIntegralNumber() && b.isIntegralNumber()) {
                return a.canConvertToLong() && b.canConvertToLong()
                        ? a.longValue() == b.longValue()
                        : a.bigIntegerValue().equals(b.bigIntegerValue());
            }
            return a.decimalValue().compareTo(b.decimalValue()) == 0;
        }
        return a.equals(b);
    }
}
