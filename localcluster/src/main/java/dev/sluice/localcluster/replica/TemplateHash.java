package dev.sluice.localcluster.replica;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32C;

/// A short name for a pod template, the same for equal ones: letters and digits that make no words.
final class TemplateHash {
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int LENGTH = 10;
    private static final int FNV_OFFSET = 0x811c9dc5;
    private static final int FNV_PRIME = 16_777_619;
    private static final JsonMapper SORTED =
            JsonMapper.builder()
                    .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                    .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                    .build();

    private TemplateHash() {}

    /// The peer's name for a revision, so that a pod carries the same label: FNV-1 of its JSON in order of the keys, then of the
    /// number of tries.
    ///
    /// @param probe how often another revision had the same name already
    static String ofRevision(Object data, int probe) {
        try {
            String json =
                    SORTED.writeValueAsString(
                                    SORTED.treeToValue(SORTED.valueToTree(data), Map.class))
                            .replace("&", "\\u0026")
                            .replace("<", "\\u003c")
                            .replace(">", "\\u003e");
            int hash = FNV_OFFSET;
            for (byte b : (json + probe).getBytes(StandardCharsets.UTF_8)) {
                hash = hash * FNV_PRIME ^ (b & 0xff);
            }
            return words(Integer.toUnsignedString(hash));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a template that came as JSON cannot be written", e);
        }
    }

    private static String words(String digits) {
        StringBuilder text = new StringBuilder();
        digits.chars().forEach(digit -> text.append(ALPHABET.charAt(digit % ALPHABET.length())));
        return text.toString();
    }

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
