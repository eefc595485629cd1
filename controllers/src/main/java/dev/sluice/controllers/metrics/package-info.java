/// What is counted and measured (L8.1 to L8.5). Read [Metrics] first: it is the page; the others fill it.
@NullMarked
package dev.sluice.controllers.metrics;

import org.jspecify.annotations.NullMarked;
