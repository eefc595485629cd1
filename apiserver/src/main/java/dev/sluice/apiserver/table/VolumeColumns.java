package dev.sluice.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Column;
import java.util.List;
import java.util.StringJoiner;

/// Columns of volumes, of the claims on them, and of the classes that they belong to.
final class VolumeColumns {
    private VolumeColumns() {}

    static List<Column> claim() {
        return Columns.named()
                .path("Status", "Whether it has its volume.", "status", "phase")
                .path("Volume", "The volume.", "spec", "volumeName")
                .path("Capacity", "How large it is.", "status", "capacity", "storage")
                .text("Access Modes", "Who may use it how.", o -> modes(o.path("status")))
                .path("StorageClass", "Kind of storage.", "spec", "storageClassName")
                .text("VolumeAttributesClass", "Attributes of the storage.", o -> attributes(o))
                .age()
                .wide()
                .path("VolumeMode", "File system or block.", "spec", "volumeMode")
                .done();
    }

    static List<Column> volume() {
        return Columns.named()
                .path("Capacity", "How large it is.", "spec", "capacity", "storage")
                .text("Access Modes", "Who may use it how.", o -> modes(o.path("spec")))
                .path(
                        "Reclaim Policy",
                        "What becomes of it.",
                        "spec",
                        "persistentVolumeReclaimPolicy")
                .path("Status", "Whether it is taken.", "status", "phase")
                .text(
                        "Claim",
                        "Who has it.",
                        o -> {
                            String name = Cells.text(o, "spec", "claimRef", "name");
                            return name.isEmpty()
                                    ? ""
                                    : Cells.text(o, "spec", "claimRef", "namespace") + "/" + name;
                        })
                .path("StorageClass", "Kind of storage.", "spec", "storageClassName")
                .text("VolumeAttributesClass", "Attributes of the storage.", o -> attributes(o))
                .path("Reason", "Why it failed.", "status", "reason")
                .age()
                .wide()
                .path("VolumeMode", "File system or block.", "spec", "volumeMode")
                .done();
    }

    static List<Column> storageClass() {
        return Columns.named()
                .path("Provisioner", "Who makes volumes.", "provisioner")
                .path("ReclaimPolicy", "What becomes of them.", "reclaimPolicy")
                .path("VolumeBindingMode", "When they are made.", "volumeBindingMode")
                .flag(
                        "AllowVolumeExpansion",
                        "Whether they can grow.",
                        o -> o.path("allowVolumeExpansion").asBoolean())
                .age()
                .done();
    }

    private static String modes(JsonNode parent) {
        StringJoiner all = new StringJoiner(",");
        for (JsonNode mode : parent.path("accessModes")) {
            all.add(
                    switch (mode.asText()) {
                        case "ReadWriteOnce" -> "RWO";
                        case "ReadOnlyMany" -> "ROX";
                        case "ReadWriteMany" -> "RWX";
                        case "ReadWriteOncePod" -> "RWOP";
                        default -> mode.asText();
                    });
        }
        return all.toString();
    }

    private static String attributes(ObjectNode object) {
        String name = Cells.text(object, "spec", "volumeAttributesClassName");
        return name.isEmpty() ? "<unset>" : name;
    }
}
