@NullMarked
package dev.sluice.apiserver.table;

import org.jspecify.annotations.NullMarked;
