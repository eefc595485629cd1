package dev.sluice.apiserver.cel;

/// An expression that is none: bad syntax, unknown names, operands that do not go together. The message shows the place, as
/// users of CEL know it:
///
/// ```
/// ERROR: <input>:1:5: undefined field 'nope'
///  | self.nope == 1
///  | ....^
/// ```
public final class CelSyntaxError extends Exception {
    private static final long serialVersionUID = 1L;

    /// @param at offset in the source
    CelSyntaxError(String source, int at, String why) {
        super(display(source, at, why), null, false, false);
    }

    /// The message; never null.
    public String text() {
        return String.valueOf(getMessage());
    }

    private static String display(String source, int at, String why) {
        int place = Math.min(at, source.length());
        int lineStart = source.lastIndexOf('\n', place - 1) + 1;
        int lineEnd = source.indexOf('\n', place);
        String line = source.substring(lineStart, lineEnd < 0 ? source.length() : lineEnd);
        long lineNumber = source.substring(0, lineStart).chars().filter(c -> c == '\n').count() + 1;
        int column = place - lineStart;
        return "ERROR: <input>:"
                + lineNumber
                + ":"
                + (column + 1)
                + ": "
                + why
                + "\n | "
                + line
                + "\n | "
                + ".".repeat(column)
                + "^";
    }
}
