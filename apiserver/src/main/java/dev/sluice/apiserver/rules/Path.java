package dev.sluice.apiserver.rules;

/// Where a value stands in an object, in the form that causes use: `spec.containers[0].resources.requests[cpu]`.
record Path(String text) {
    static final Path ROOT = new Path("");

    static Path of(String... names) {
        return new Path(String.join(".", names));
    }

    Path child(String... names) {
        String tail = String.join(".", names);
        return new Path(text.isEmpty() ? tail : text + "." + tail);
    }

    Path index(int index) {
        return new Path(text + "[" + index + "]");
    }

    Path key(String key) {
        return new Path(text + "[" + key + "]");
    }

    @Override
    public String toString() {
        return text;
    }
}
