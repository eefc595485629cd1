package dev.sluice.apiserver.crd;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.sluice.apiserver.error.Cause;

/// The words in which a definition's faults are told (H1.46).
final class Complaints {
    private Complaints() {}

    static String quote(String text) {
        return TextNode.valueOf(text).toString();
    }

    static Cause invalid(String path, String value, String why) {
        return new Cause("FieldValueInvalid", path, "Invalid value: " + value + ": " + why);
    }

    static Cause required(String path, String why) {
        return new Cause(
                "FieldValueRequired",
                path,
                why.isEmpty() ? "Required value" : "Required value: " + why);
    }
}
