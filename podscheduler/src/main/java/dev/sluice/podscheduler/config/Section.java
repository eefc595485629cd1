package dev.sluice.podscheduler.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A part of a configuration file, with its path for messages. Values are what any YAML or JSON reader makes of them: maps,
/// lists, strings, numbers, booleans.
public final class Section {
    private final String path;
    private final Map<String, Object> values;

    private Section(String path, Map<String, Object> values) {
        this.path = path;
        this.values = values;
    }

    /// @param path empty for the whole file
    public static Section of(String path, @Nullable Object value) throws ConfigurationFault {
        if (value == null) {
            return new Section(path, Map.of());
        }
        if (!(value instanceof Map<?, ?> map)) {
            throw new ConfigurationFault(path, "is " + value + ", expected fields");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        map.forEach(
                (key, field) -> {
                    if (field != null) {
                        values.put(String.valueOf(key), field);
                    }
                });
        return new Section(path, values);
    }

    public String path() {
        return path;
    }

    /// The path of one of its fields.
    public String path(String field) {
        return path.isEmpty() ? field : path + "." + field;
    }

    public boolean has(String field) {
        return values.containsKey(field);
    }

    /// @throws ConfigurationFault when there is any other field
    public void allow(String... fields) throws ConfigurationFault {
        Set<String> allowed = new TreeSet<>(List.of(fields));
        for (String field : values.keySet()) {
            if (!allowed.contains(field)) {
                throw new ConfigurationFault(
                        path(field),
                        "unknown field, expected one of " + String.join(", ", allowed));
            }
        }
    }

    public String string(String field, String fallback) throws ConfigurationFault {
        Object value = values.get(field);
        if (value == null) {
            return fallback;
        }
        if (value instanceof Map || value instanceof List) {
            throw new ConfigurationFault(path(field), "is " + value + ", expected a text");
        }
        return String.valueOf(value);
    }

    public String required(String field) throws ConfigurationFault {
        String value = string(field, "");
        if (value.isEmpty()) {
            throw new ConfigurationFault(path(field), "is missing");
        }
        return value;
    }

    public boolean flag(String field, boolean fallback) throws ConfigurationFault {
        Object value = values.get(field);
        if (value == null) {
            return fallback;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw new ConfigurationFault(path(field), "is " + value + ", expected true or false");
    }

    /// A whole number between two bounds.
    public int number(String field, int fallback, int min, int max) throws ConfigurationFault {
        Object value = values.get(field);
        if (value == null) {
            return fallback;
        }
        boolean whole =
                value instanceof Number number && number.doubleValue() == number.longValue();
        long found = whole ? ((Number) value).longValue() : Long.MIN_VALUE;
        if (found < min || found > max) {
            String bound = max == Integer.MAX_VALUE ? min + " or more" : min + " to " + max;
            throw new ConfigurationFault(
                    path(field), "is " + value + ", expected a whole number, " + bound);
        }
        return (int) found;
    }

    /// A length of time as in `15s`, `1m30s`, `250ms`.
    public Duration duration(String field, Duration fallback) throws ConfigurationFault {
        Object value = values.get(field);
        if (value == null) {
            return fallback;
        }
        try {
            String iso = String.valueOf(value).toUpperCase(java.util.Locale.ROOT);
            if (iso.endsWith("MS")) {
                return Duration.ofMillis(Long.parseLong(iso.substring(0, iso.length() - 2)));
            }
            return Duration.parse("PT" + iso);
        } catch (java.time.DateTimeException | NumberFormatException notOne) {
            throw new ConfigurationFault(
                    path(field), "is " + value + ", expected a duration such as 15s");
        }
    }

    public Section section(String field) throws ConfigurationFault {
        return of(path(field), values.get(field));
    }

    public List<Section> sections(String field) throws ConfigurationFault {
        List<Section> sections = new ArrayList<>();
        int i = 0;
        for (Object item : list(field)) {
            sections.add(of(path(field) + "[" + i++ + "]", item));
        }
        return sections;
    }

    public List<String> strings(String field) throws ConfigurationFault {
        List<String> strings = new ArrayList<>();
        list(field).forEach(item -> strings.add(String.valueOf(item)));
        return strings;
    }

    private List<?> list(String field) throws ConfigurationFault {
        Object value = values.get(field);
        if (value == null) {
            return List.of();
        }
        if (value instanceof List<?> list) {
            return list;
        }
        throw new ConfigurationFault(path(field), "is " + value + ", expected a list");
    }

    public ConfigurationFault fault(String field, String problem) {
        return new ConfigurationFault(path(field), problem);
    }
}
