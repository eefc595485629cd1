/// What is special about single built-in kinds: defaults that depend on other fields, validation, rules of change (H2.70,
/// H8). Read [dev.sluice.apiserver.rules.TypedRules] first, then [dev.sluice.apiserver.rules.Complaints], in whose
/// terms all checks speak.
@NullMarked
package dev.sluice.apiserver.rules;

import org.jspecify.annotations.NullMarked;
