/// Admission by webhooks (H2.82–H2.88): which one is asked about which request, how it is called, what becomes of its
/// answer. Read [dev.sluice.apiserver.admission.webhook.Webhooks] first.
@NullMarked
package dev.sluice.apiserver.admission.webhook;

import org.jspecify.annotations.NullMarked;
