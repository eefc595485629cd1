/// What is checked and defaulted when objects are written, wherever that happens: inside the embedded API server or in a
/// webhook before a real one. Pure but for look-ups. Read [dev.sluice.controllers.admission.Webhooks] first.
@NullMarked
package dev.sluice.controllers.admission;

import org.jspecify.annotations.NullMarked;
