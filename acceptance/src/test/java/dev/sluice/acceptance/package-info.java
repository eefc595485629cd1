/// Black-box stories with kubectl and clients against a running Sluice.
@NullMarked
package dev.sluice.acceptance;

import org.jspecify.annotations.NullMarked;
