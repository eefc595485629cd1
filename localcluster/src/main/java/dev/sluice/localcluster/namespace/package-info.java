/// The life of namespaces: what a new one gets, and how one ends (H2.50 to H2.53, H2.64). Read [dev.sluice.localcluster.namespace.NamespaceController] first.
@NullMarked
package dev.sluice.localcluster.namespace;

import org.jspecify.annotations.NullMarked;
