package dev.sluice.apiserver.admission;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What admission has to say about a write that it lets pass: warnings for the client, annotations for the audit log.
/// Validating webhooks are asked at the same time, so several threads may write here.
public final class AdmissionNotes {
    private final List<String> warnings = new ArrayList<>();
    private final Map<String, String> annotations = new LinkedHashMap<>();

    /// Adds the text of a `Warning` header.
    public synchronized void warn(String text) {
        warnings.add(text);
    }

    /// Adds an annotation of the audit event; the first value of a key stays.
    ///
    /// @param key a qualified name, such as `policy.example.com/why`
    public synchronized void annotate(String key, String value) {
        annotations.putIfAbsent(key, value);
    }

    /// The warnings, in the order in which they came.
    public synchronized List<String> warnings() {
        return List.copyOf(warnings);
    }

    /// The annotations, in the order in which they came.
    public synchronized Map<String, String> annotations() {
        return new LinkedHashMap<>(annotations);
    }
}
