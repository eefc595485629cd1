package dev.sluice.apiserver.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.apiserver.schema.Schema;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BuiltInKindsTest {
    private static final List<Kind> KINDS = BuiltInKinds.all();

    /// H8: the table has the kinds of the first two levels, each with a shape.
    @Test
    void everyKindHasAShape() {
        assertThat(KINDS).hasSizeGreaterThan(40);
        for (Kind kind : KINDS) {
            assertThat(kind.schema().properties())
                    .as(kind.kind())
                    .containsKeys("apiVersion", "kind");
            assertThat(kind.schema().properties().size()).as(kind.kind()).isGreaterThan(2);
        }
    }

    /// Appendix B: how lists merge.
    @Test
    void containersMergeByName() {
        Schema containers = property(kind("Pod"), "spec", "containers");
        assertThat(containers.list()).isEqualTo(Schema.ListType.MAP);
        assertThat(containers.listMapKeys()).containsExactly("name");
        assertThat(containers.patchStrategies()).containsExactly("merge");
        assertThat(containers.patchMergeKey()).isEqualTo("name");
    }

    /// H3.23: conditions of a Job merge by type in a strategic patch, and are atomic for an apply.
    @Test
    void jobConditionsAreAtomicForApply() {
        Schema conditions = property(kind("Job"), "status", "conditions");
        assertThat(conditions.list()).isEqualTo(Schema.ListType.ATOMIC);
        assertThat(conditions.patchMergeKey()).isEqualTo("type");
    }

    private static Kind kind(String name) {
        return KINDS.stream().filter(k -> k.kind().equals(name)).findFirst().orElseThrow();
    }

    private static Schema property(Kind kind, String... path) {
        Schema schema = kind.schema();
        for (String name : path) {
            schema = Objects.requireNonNull(schema.properties().get(name), name);
        }
        return schema;
    }
}
