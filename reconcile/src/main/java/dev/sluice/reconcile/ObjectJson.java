package dev.sluice.reconcile;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.model.jackson.UnmatchedFieldTypeModule;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Objects to JSON and back, as Kubernetes writes them.
///
/// Objects that come in have no `managedFields`: no controller looks at them, and a write without them leaves them as
/// they are (H3.26).
final class ObjectJson {
    static final String MANAGED_FIELDS = "managedFields";

    private final ObjectMapper mapper;

    @JsonIgnoreProperties(MANAGED_FIELDS)
    private static final class WithoutManagedFields {}

    /// Stands in the place of fabric8's module for values of other types than their fields', which only templates have:
    /// it doubles the time of each field. A mapper takes one module of each identity.
    private static final class NoUnmatchedFields extends SimpleModule {
        private static final long serialVersionUID = 1L;

        @Override
        public Object getTypeId() {
            return UnmatchedFieldTypeModule.class.getName();
        }
    }

    ObjectJson() {
        // Names of fields are kept in a table, which begins anew when it holds some thousands.
        // Nobody here means harm by
        // them.
        mapper =
                new ObjectMapper(
                        new JsonFactoryBuilder()
                                .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                                .build());
        mapper.registerModule(new NoUnmatchedFields());
        // Teaches the mapper how Kubernetes writes its types.
        new KubernetesSerialization(mapper, false).clone(new Status());
        mapper.registerModule(new SimpleModule().setDeserializerModifier(new SharedSpec()));
        mapper.addMixIn(ObjectMeta.class, WithoutManagedFields.class);
    }

    /// JSON text in UTF-8.
    byte[] bytes(Object value) {
        try {
            return mapper.writeValueAsBytes(value);
        } catch (JsonProcessingException unwritable) {
            throw new IllegalArgumentException(
                    "no JSON for " + value.getClass().getName(), unwritable);
        }
    }

    JsonParser parser(byte[] json) throws IOException {
        return mapper.createParser(json);
    }

    /// @param known another state of the same object, whose parts may become parts of what is read; null for none
    <T> ObjectReader reader(Class<T> type, @Nullable T known) {
        ObjectReader reader = mapper.readerFor(type);
        return known == null ? reader : reader.withAttribute(SharedSpec.KNOWN, known);
    }
}
