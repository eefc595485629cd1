package dev.sluice.api.scheduling;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.jspecify.annotations.Nullable;

/// What a PodGroup asks for, as far as it is followed (S4.161).
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodGroupSpec(@Nullable Policy schedulingPolicy) {
    /// @param gang null for policy `basic`
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Policy(@Nullable Gang gang) {}

    /// @param minCount at least 1
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Gang(int minCount) {}

    @Nullable Gang gang() {
        return schedulingPolicy == null ? null : schedulingPolicy.gang();
    }
}
