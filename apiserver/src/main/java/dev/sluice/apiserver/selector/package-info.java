/// Label and field selectors. Read [dev.sluice.apiserver.selector.Selector] first.
@NullMarked
package dev.sluice.apiserver.selector;

import org.jspecify.annotations.NullMarked;
