package dev.sluice.apiserver.watch;

import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.store.StoreEvent;
import dev.sluice.apiserver.store.StoredObject;

/// How the events of one watch are written: plain objects, objects of another version, Tables, metadata only.
public interface WatchFormat {
    /// A change just as the store has it; formats that send objects as stored share the event's own bytes.
    byte[] event(StoreEvent event);

    /// A change with another type or object than the store's.
    byte[] event(StoreEvent.Type type, StoredObject object);

    /// A bookmark (H5.19).
    ///
    /// @param initialEventsEnd true for the one that ends the initial events (H5.20)
    byte[] bookmark(long revision, boolean initialEventsEnd);

    /// The event that says why the watch ends.
    byte[] error(ApiError error);
}
