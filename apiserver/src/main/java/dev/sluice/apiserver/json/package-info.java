/// JSON as this server reads it: read [dev.sluice.apiserver.json.TreeParser] first.
@NullMarked
package dev.sluice.apiserver.json;

import org.jspecify.annotations.NullMarked;
