package dev.sluice.localcluster.replica;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.zip.CRC32C;

/// A short name for a pod template, the same for equal ones: letters and digits that make no words.
final class TemplateHash {
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int LENGTH = 10;
    private static final JsonMapper SORTED =
            JsonMapper.builder()
                    .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                    .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                    .build();

    private TemplateHash() {}

    /// @param collision how often another template had the same name already
    static String of(Object template, int collision) {
        CRC32C low = new CRC32C();
        CRC32C high = new CRC32C();
        try {
            byte[] bytes = SORTED.writeValueAsBytes(template);
            low.update(bytes);
            high.update(collision);
            high.update(bytes);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a template that came as JSON cannot be written", e);
        }
        long value = high.getValue() << 24 ^ low.getValue();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            text.append(ALPHABET.charAt((int) Long.remainderUnsigned(value, ALPHABET.length())));
            value = Long.divideUnsigned(value, ALPHABET.length());
        }
        return text.toString();
    }
}
