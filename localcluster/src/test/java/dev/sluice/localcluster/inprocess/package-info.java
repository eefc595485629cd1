/// Tests of the client that needs no socket.
@NullMarked
package dev.sluice.localcluster.inprocess;

import org.jspecify.annotations.NullMarked;
