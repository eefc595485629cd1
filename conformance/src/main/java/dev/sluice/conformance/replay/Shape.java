package dev.sluice.conformance.replay;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The components of a record class and how one is made.
record Shape(List<Part> parts, Constructor<?> constructor) {

    private static final ClassValue<Shape> SHAPES =
            new ClassValue<>() {
                @Override
                protected Shape computeValue(Class<?> type) {
                    return look(type);
                }
            };

    /// One component.
    ///
    /// @param nullable it may be missing
    record Part(String name, Type type, boolean nullable, Method accessor) {

        @Nullable Object of(Record record) {
            try {
                return accessor.invoke(record);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(record.getClass() + "." + name, e);
            }
        }
    }

    static Shape of(Class<?> type) {
        return SHAPES.get(type);
    }

    private static Shape look(Class<?> type) {
        List<Part> parts = new ArrayList<>();
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            RecordComponent component = components[i];
            types[i] = component.getType();
            parts.add(
                    new Part(
                            component.getName(),
                            component.getGenericType(),
                            component.getAnnotatedType().isAnnotationPresent(Nullable.class),
                            component.getAccessor()));
        }
        try {
            return new Shape(parts, type.getDeclaredConstructor(types));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type + " has no canonical constructor", e);
        }
    }

    /// A record with these values.
    ///
    /// @throws ReplayFault if it does not accept them
    Object create(String at, @Nullable Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new ReplayFault(at + ": " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(at, e);
        }
    }

    List<String> names() {
        return parts.stream().map(Part::name).toList();
    }
}
