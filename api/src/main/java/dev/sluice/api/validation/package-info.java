/// The rules for our kinds that a schema cannot say, as pure functions over an object's JSON: what a validating webhook
/// refuses, in the words that clients know. Read [dev.sluice.api.validation.Rules] first.
@NullMarked
package dev.sluice.api.validation;

import org.jspecify.annotations.NullMarked;
