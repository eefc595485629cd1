package dev.sluice.apiserver.rules;

import dev.sluice.apiserver.kind.KindRules.NameRule;
import java.util.Set;

/// How a kind is written, as words of the kinds table: `generation` (H2.4), `conditional` (a PUT needs a
/// resourceVersion, H2.21), `create-on-update` (H2.62), `returns-deleted` (H2.31), `orphans` (H2.40), and a form of
/// names, `label`, `dns1035` or `segment` (H2.2).
public record Traits(Set<String> words) {
    private static final Set<String> KNOWN =
            Set.of(
                    "generation",
                    "conditional",
                    "create-on-update",
                    "returns-deleted",
                    "orphans",
                    "label",
                    "dns1035",
                    "segment",
                    "create-only");

    /// @throws IllegalArgumentException when a word is unknown
    public Traits {
        for (String word : words) {
            if (!KNOWN.contains(word)) {
                throw new IllegalArgumentException("unknown trait of a kind: " + word);
            }
        }
        words = Set.copyOf(words);
    }

    boolean has(String word) {
        return words.contains(word);
    }

    NameRule nameRule() {
        if (has("label")) {
            return NameRule.LABEL;
        }
        if (has("dns1035")) {
            return NameRule.DNS_1035;
        }
        return has("segment") ? NameRule.PATH_SEGMENT : NameRule.SUBDOMAIN;
    }
}
