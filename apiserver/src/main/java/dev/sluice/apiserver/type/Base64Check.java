package dev.sluice.apiserver.type;

/// Tells where a text stops being base64 with padding; line ends do not count.
final class Base64Check {
    private static final String ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    private Base64Check() {}

    /// @return -1 when the text is right, else the index that a decoder complains about: of the wrong character, or of the
    ///     beginning of a group that ends too soon
    static int firstWrong(String text) {
        int inGroup = 0;
        int seen = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\r' || c == '\n') {
                continue;
            }
            if (c == '=') {
                return wrongPadding(text, i, inGroup);
            }
            if (ALPHABET.indexOf(c) < 0) {
                return i;
            }
            inGroup = (inGroup + 1) % 4;
            seen = i + 1;
        }
        return inGroup == 0 ? -1 : seen - inGroup;
    }

    private static int wrongPadding(String text, int at, int inGroup) {
        if (inGroup < 2) {
            return at;
        }
        int wanted = 4 - inGroup;
        for (int i = at; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\r' || c == '\n') {
                continue;
            }
            if (c != '=' || wanted == 0) {
                return i;
            }
            wanted--;
        }
        return wanted == 0 ? -1 : text.length();
    }
}
