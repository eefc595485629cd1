/// Who owns which field of an object, and server-side apply (H3.20–H3.31). Read
/// [dev.sluice.apiserver.apply.ManagedFields] first: it is the only door.
///
/// All of it works on JSON trees and a [dev.sluice.apiserver.schema.Schema]; nothing here knows a kind by name.
@NullMarked
package dev.sluice.apiserver.apply;

import org.jspecify.annotations.NullMarked;
