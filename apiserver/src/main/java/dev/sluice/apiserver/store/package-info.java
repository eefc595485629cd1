/// Durable objects with one global revision. Read [dev.sluice.apiserver.store.Store] first.
@NullMarked
package dev.sluice.apiserver.store;

import org.jspecify.annotations.NullMarked;
