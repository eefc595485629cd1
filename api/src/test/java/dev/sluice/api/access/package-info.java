/// Tests of the roles.
@NullMarked
package dev.sluice.api.access;

import org.jspecify.annotations.NullMarked;
