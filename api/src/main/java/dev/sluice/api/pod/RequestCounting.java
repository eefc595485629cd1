package dev.sluice.api.pod;

import dev.sluice.model.Amounts;
import dev.sluice.model.PodRequests;
import dev.sluice.model.PodResources;
import dev.sluice.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How the requests of a pod are counted against quota: what is left out and what counts as something else (R1.9).
///
/// @param excludedPrefixes resources whose names begin with one of them do not count
/// @param transformations applied after that
public record RequestCounting(
        List<String> excludedPrefixes, List<ResourceTransformation> transformations) {

    /// Requests count as they are.
    public static final RequestCounting PLAIN = new RequestCounting(List.of(), List.of());

    public RequestCounting {
        excludedPrefixes = List.copyOf(excludedPrefixes);
        transformations = List.copyOf(transformations);
    }

    /// What one pod counts for, by resource, in canonical units and never negative.
    public Map<String, Long> perPod(PodResources pod) {
        Map<String, Long> counted = new TreeMap<>();
        transformed(included(PodRequests.of(pod)))
                .forEach((r, q) -> counted.put(r, Math.max(0, Amounts.ofRequest(r, q))));
        return counted;
    }

    private Map<String, Quantity> included(Map<String, Quantity> requests) {
        if (excludedPrefixes.isEmpty()) {
            return requests;
        }
        Map<String, Quantity> included = new TreeMap<>();
        requests.forEach(
                (resource, quantity) -> {
                    if (excludedPrefixes.stream().noneMatch(resource::startsWith)) {
                        included.put(resource, quantity);
                    }
                });
        return included;
    }

    /// Outputs of all inputs are summed first; a negative sum counts as nothing and never lowers a real request.
    private Map<String, Quantity> transformed(Map<String, Quantity> requests) {
        if (transformations.isEmpty()) {
            return requests;
        }
        Map<String, Quantity> kept = new TreeMap<>(requests);
        Map<String, Quantity> outputs = new TreeMap<>();
        for (ResourceTransformation transformation : transformations) {
            Quantity requested = requests.get(transformation.input());
            if (requested == null) {
                continue;
            }
            Quantity factor = requests.get(transformation.multiplyBy());
            Quantity base = factor == null ? requested : requested.times(factor);
            transformation
                    .outputs()
                    .forEach((r, f) -> outputs.merge(r, f.times(base), Quantity::plus));
            if (transformation.replace()) {
                kept.remove(transformation.input());
            }
        }
        outputs.forEach(
                (resource, quantity) -> {
                    if (quantity.signum() > 0) {
                        kept.merge(resource, quantity, Quantity::plus);
                    } else {
                        kept.putIfAbsent(resource, Quantity.ZERO);
                    }
                });
        return kept;
    }
}
