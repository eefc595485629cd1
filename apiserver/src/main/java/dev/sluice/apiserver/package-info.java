/// A Kubernetes API server in one process: storage, watch, patch, admission, discovery.
@NullMarked
package dev.sluice.apiserver;

import org.jspecify.annotations.NullMarked;
