/// What an object of a kind may look like: one type for built-in and custom kinds. Read [dev.sluice.apiserver.schema.Schema] first.
@NullMarked
package dev.sluice.apiserver.schema;

import org.jspecify.annotations.NullMarked;
