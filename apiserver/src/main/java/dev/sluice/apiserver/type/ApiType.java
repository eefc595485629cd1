package dev.sluice.apiserver.type;

import java.util.ArrayList;
import java.util.List;

/// One named object type of the built-in API, such as `core.PodSpec`: its fields in the order of their protobuf numbers.
///
/// @param group the file it stands in, for example `core`, `batch`, `meta`
/// @param name the type's name inside the group, for example `PodSpec`
/// @param atomic true when an apply replaces values of this type whole
/// @param wireOnly true when protobuf nests these fields in a message of their own and JSON does not
public record ApiType(
        String group, String name, boolean atomic, boolean wireOnly, List<Field> fields) {

    /// `core.PodSpec`: the name by which other files speak of this type.
    public String qualifiedName() {
        return group + "." + name;
    }

    /// The fields as JSON shows them: those of inlined messages stand among the type's own.
    List<Field> jsonFields(TypeTable table) {
        List<Field> all = new ArrayList<>();
        for (Field field : fields) {
            if (field.inline() && field.shape() instanceof Shape.Ref ref) {
                all.addAll(table.type(ref.typeName()).jsonFields(table));
            } else {
                all.add(field);
            }
        }
        return all;
    }
}
