/// A Kubernetes client that calls the API server of the same process: no sockets, no TLS, everything else the same
/// (H1.2). Read [dev.sluice.localcluster.inprocess.InProcessHttpClient] first.
@NullMarked
package dev.sluice.localcluster.inprocess;

import org.jspecify.annotations.NullMarked;
