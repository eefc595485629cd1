/// Conditions: their types, and how lists of them are read and changed. Read
/// [dev.sluice.api.condition.Conditions] first.
@NullMarked
package dev.sluice.api.condition;

import org.jspecify.annotations.NullMarked;
