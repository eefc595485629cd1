/// What `kubectl get` shows of the built-in kinds (H1.50 to H1.57). Read [dev.sluice.apiserver.table.BuiltInColumns] first.
@NullMarked
package dev.sluice.apiserver.table;

import org.jspecify.annotations.NullMarked;
