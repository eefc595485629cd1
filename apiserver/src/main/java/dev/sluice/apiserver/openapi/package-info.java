/// The OpenAPI v3 documents (H1.30 to H1.34): what `kubectl explain` prints and what client-side validation reads. Read
/// [dev.sluice.apiserver.openapi.OpenApi] first.
@NullMarked
package dev.sluice.apiserver.openapi;

import org.jspecify.annotations.NullMarked;
