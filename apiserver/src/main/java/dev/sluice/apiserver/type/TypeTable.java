package dev.sluice.apiserver.type;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// All built-in types by qualified name. A group's file is read when one of its types is first asked for.
public final class TypeTable {
    /// The one table there is. It is a constant: its files are part of the program, and only when they are read differs.
    public static final TypeTable BUILT_IN = new TypeTable();

    private final Map<String, Map<String, ApiType>> typesByGroup = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Field>> fieldsByType = new ConcurrentHashMap<>();

    /// A table of one's own; [#BUILT_IN] has the same content.
    public TypeTable() {}

    /// The fields of a type as JSON shows them, by name, in the order of the table.
    public Map<String, Field> fields(String qualifiedName) {
        Map<String, Field> known = fieldsByType.get(qualifiedName);
        if (known == null) {
            Map<String, Field> fields = new LinkedHashMap<>();
            for (Field field : type(qualifiedName).jsonFields(this)) {
                fields.put(field.name(), field);
            }
            known = Collections.unmodifiableMap(fields);
            fieldsByType.put(qualifiedName, known);
        }
        return known;
    }

    /// @throws IllegalArgumentException when there is no such type
    public ApiType type(String qualifiedName) {
        ApiType type = find(qualifiedName);
        if (type == null) {
            throw new IllegalArgumentException("no built-in type " + qualifiedName);
        }
        return type;
    }

    public @Nullable ApiType find(String qualifiedName) {
        int dot = qualifiedName.indexOf('.');
        if (dot < 0) {
            return null;
        }
        return group(qualifiedName.substring(0, dot)).get(qualifiedName.substring(dot + 1));
    }

    /// @return the types of one file by their names; empty when there is no such file
    public Map<String, ApiType> group(String group) {
        return typesByGroup.computeIfAbsent(group, TypeTable::read);
    }

    private static Map<String, ApiType> read(String group) {
        try (InputStream in = TypeTable.class.getResourceAsStream(group + ".txt")) {
            if (in == null) {
                return Map.of();
            }
            var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            Map<String, ApiType> types = new HashMap<>();
            for (ApiType type : TypeText.parse(group, reader.lines().toList())) {
                types.put(type.name(), type);
            }
            return types;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
