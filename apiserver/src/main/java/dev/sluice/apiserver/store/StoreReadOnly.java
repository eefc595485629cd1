package dev.sluice.apiserver.store;

/// The store takes no more writes: the disk failed or is full, or the store is closed. What was acknowledged before is safe
/// (H6.12).
public final class StoreReadOnly extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoreReadOnly(String message) {
        super(message);
    }
}
