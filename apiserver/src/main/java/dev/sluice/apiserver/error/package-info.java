/// Refusals, in the API's own form. Read [dev.sluice.apiserver.error.ApiError] first.
@NullMarked
package dev.sluice.apiserver.error;

import org.jspecify.annotations.NullMarked;
