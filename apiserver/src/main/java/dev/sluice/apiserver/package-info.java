/// A Kubernetes API server in one process: storage, watch, patch, admission, discovery. Read [dev.sluice.apiserver.ApiServer] first.
@NullMarked
package dev.sluice.apiserver;

import org.jspecify.annotations.NullMarked;
