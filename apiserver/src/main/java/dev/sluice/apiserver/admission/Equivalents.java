package dev.sluice.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Kind;
import java.util.List;

/// The other versions of a kind: a webhook or policy that names one of them is asked about all (`matchPolicy: Equivalent`).
public interface Equivalents {
    /// The other served kinds whose objects are the same objects.
    List<Kind> of(Kind kind);

    /// @param object left as it is
    /// @return a tree in the other version
    ObjectNode convert(ObjectNode object, Kind from, Kind to);
}
