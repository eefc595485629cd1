/// The generic handler that serves every kind. Read [dev.sluice.apiserver.resource.ResourceHandler] first.
@NullMarked
package dev.sluice.apiserver.resource;

import org.jspecify.annotations.NullMarked;
