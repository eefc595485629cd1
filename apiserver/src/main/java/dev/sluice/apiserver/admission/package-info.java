/// What may change or refuse a write inside this process. Read [dev.sluice.apiserver.admission.AdmissionPlugin] first.
@NullMarked
package dev.sluice.apiserver.admission;

import org.jspecify.annotations.NullMarked;
