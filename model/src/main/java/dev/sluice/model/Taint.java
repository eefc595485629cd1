package dev.sluice.model;

/// A taint: what repels pods from a node, or from the nodes of a flavor.
///
/// @param key label-like key, never empty
/// @param value may be empty
public record Taint(String key, String value, Effect effect) {

    /// What a taint does to pods that do not tolerate it.
    public enum Effect {
        NO_SCHEDULE("NoSchedule"),
        PREFER_NO_SCHEDULE("PreferNoSchedule"),
        NO_EXECUTE("NoExecute");

        private final String text;

        Effect(String text) {
            this.text = text;
        }

        /// The spelling of the Kubernetes API.
        public String text() {
            return text;
        }

        /// The effect with this API spelling.
        ///
        /// @throws IllegalArgumentException if there is none
        public static Effect of(String text) {
            for (Effect effect : values()) {
                if (effect.text.equals(text)) {
                    return effect;
                }
            }
            throw new IllegalArgumentException(
                    "taint effect \""
                            + text
                            + "\": expected NoSchedule, PreferNoSchedule or NoExecute");
        }
    }

    /// Whether the taint keeps pods away for good, and not just by preference.
    public boolean isHard() {
        return effect != Effect.PREFER_NO_SCHEDULE;
    }
}
