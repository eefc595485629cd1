/// The configuration file (A14). Read [dev.sluice.api.config.Configuration] first.
@NullMarked
package dev.sluice.api.config;

import org.jspecify.annotations.NullMarked;
