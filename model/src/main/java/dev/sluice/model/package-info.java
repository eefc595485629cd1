/// The words that both deciders share: quantities, pod requests, selectors, taints.
@NullMarked
package dev.sluice.model;

import org.jspecify.annotations.NullMarked;
