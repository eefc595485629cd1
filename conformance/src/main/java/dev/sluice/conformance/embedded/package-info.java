/// The controllers inside an embedded API server. Read [dev.sluice.conformance.embedded.WebhookPlugin] first.
@NullMarked
package dev.sluice.conformance.embedded;

import org.jspecify.annotations.NullMarked;
