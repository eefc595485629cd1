/// Tests of what stands between sockets and requests.
@org.jspecify.annotations.NullMarked
package dev.sluice.apiserver.http;
