package dev.sluice.api.scheduling;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a PodGroup fared.
///
/// @param conditions `PodGroupInitiallyScheduled` and those of others
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodGroupStatus(@Nullable List<Condition> conditions) {}
