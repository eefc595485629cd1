/// Kinds as data. Read [dev.sluice.apiserver.kind.Kind] first.
@NullMarked
package dev.sluice.apiserver.kind;

import org.jspecify.annotations.NullMarked;
