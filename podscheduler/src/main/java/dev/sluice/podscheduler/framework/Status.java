package dev.sluice.podscheduler.framework;

import java.util.List;

/// What a plugin answers (S3.1).
///
/// @param reasons why, as they are counted in the pod's condition; empty for success
public record Status(Code code, List<String> reasons) {

    /// How bad it is.
    public enum Code {
        SUCCESS("Success"),
        /// Something unexpected; the whole attempt fails and is repeated after a pause.
        ERROR("Error"),
        /// Not now; making room might help.
        UNSCHEDULABLE("Unschedulable"),
        /// Not now, and making room would not help.
        UNRESOLVABLE("UnschedulableAndUnresolvable"),
        /// Not now; something outside must come to an end first, and then it may be tried at once.
        PENDING("Pending"),
        /// The plugin has nothing to say about this pod.
        SKIP("Skip");

        private final String text;

        Code(String text) {
            this.text = text;
        }

        /// The upstream name.
        public String text() {
            return text;
        }
    }

    public static final Status SUCCESS = new Status(Code.SUCCESS, List.of());
    public static final Status SKIP = new Status(Code.SKIP, List.of());

    public Status {
        reasons = List.copyOf(reasons);
    }

    public static Status unschedulable(String... reasons) {
        return new Status(Code.UNSCHEDULABLE, List.of(reasons));
    }

    public static Status unresolvable(String... reasons) {
        return new Status(Code.UNRESOLVABLE, List.of(reasons));
    }

    public static Status pending(String... reasons) {
        return new Status(Code.PENDING, List.of(reasons));
    }

    public static Status error(String reason) {
        return new Status(Code.ERROR, List.of(reason));
    }

    public boolean isSuccess() {
        return code == Code.SUCCESS;
    }

    public boolean isSkip() {
        return code == Code.SKIP;
    }

    /// Whether the pod or the node was refused, as opposed to accepted or broken.
    public boolean isRejection() {
        return code == Code.UNSCHEDULABLE || code == Code.UNRESOLVABLE || code == Code.PENDING;
    }

    /// The reasons in one line.
    public String message() {
        return String.join(", ", reasons);
    }
}
