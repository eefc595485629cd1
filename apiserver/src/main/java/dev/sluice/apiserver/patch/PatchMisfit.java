package dev.sluice.apiserver.patch;

/// A JSON patch that does not fit an object, with the reason. Clients are not told the reason of their own patches
/// (recorded), but that of a webhook's.
public final class PatchMisfit extends Exception {
    private static final long serialVersionUID = 1L;

    PatchMisfit(String why) {
        super(why, null, false, false);
    }

    /// The message; never null.
    public String text() {
        return String.valueOf(getMessage());
    }
}
