/// Label selectors of API objects as the model has them. Read [dev.sluice.api.selector.Selectors] first.
@NullMarked
package dev.sluice.api.selector;

import org.jspecify.annotations.NullMarked;
