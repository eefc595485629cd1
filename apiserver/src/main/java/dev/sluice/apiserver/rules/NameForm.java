package dev.sluice.apiserver.rules;

/// The forms of names, read off character by character: most of what is written is names, and regular expressions are
/// slow to tell what is nearly always so.
public enum NameForm {
    /// `[a-z0-9]([-a-z0-9]*[a-z0-9])?`
    LABEL,
    /// `[a-z]([-a-z0-9]*[a-z0-9])?`
    DNS_1035,
    /// Labels with dots between them.
    SUBDOMAIN,
    /// `([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]`
    QUALIFIED,
    /// As `QUALIFIED`, or empty.
    LABEL_VALUE;

    /// Whether a whole text is of this form, however long.
    public boolean matches(String text) {
        return switch (this) {
            case LABEL -> isLabel(text, 0, text.length());
            case DNS_1035 -> isLabel(text, 0, text.length()) && !isDigit(text.charAt(0));
            case SUBDOMAIN -> isSubdomain(text);
            case QUALIFIED -> isQualified(text);
            case LABEL_VALUE -> text.isEmpty() || isQualified(text);
        };
    }

    private static boolean isSubdomain(String text) {
        int from = 0;
        for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', from)) {
            if (!isLabel(text, from, dot)) {
                return false;
            }
            from = dot + 1;
        }
        return isLabel(text, from, text.length());
    }

    private static boolean isLabel(String text, int from, int to) {
        if (from == to || text.charAt(from) == '-' || text.charAt(to - 1) == '-') {
            return false;
        }
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!isLower(c) && !isDigit(c) && c != '-') {
                return false;
            }
        }
        return true;
    }

    private static boolean isQualified(String text) {
        if (text.isEmpty() || !isAlphanumeric(text.charAt(0))) {
            return false;
        }
        for (int i = 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isAlphanumeric(c) && c != '-' && c != '_' && c != '.') {
                return false;
            }
        }
        return isAlphanumeric(text.charAt(text.length() - 1));
    }

    private static boolean isAlphanumeric(char c) {
        return isLower(c) || (c >= 'A' && c <= 'Z') || isDigit(c);
    }

    private static boolean isLower(char c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
