/// Ways to extend a server from within its process: groups of kinds that are answered and not stored, and the output of
/// containers. Read [dev.sluice.apiserver.extension.ExtensionKind] first.
@NullMarked
package dev.sluice.apiserver.extension;

import org.jspecify.annotations.NullMarked;
