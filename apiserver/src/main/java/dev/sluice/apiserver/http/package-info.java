/// The boundary between transport and request logic. Read [dev.sluice.apiserver.http.ApiRequest] and [dev.sluice.apiserver.http.ApiResponse] first; the Vert.x transport is [dev.sluice.apiserver.http.HttpTransport].
@NullMarked
package dev.sluice.apiserver.http;

import org.jspecify.annotations.NullMarked;
