/// The three patch languages that rewrite an object without knowing its owners (H3.1, H3.10). Read
/// [dev.sluice.apiserver.patch.Patch] first; server-side apply is the package `apply`.
@NullMarked
package dev.sluice.apiserver.patch;

import org.jspecify.annotations.NullMarked;
