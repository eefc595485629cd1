/// The ClusterRoles of those who use queues. Read [dev.sluice.api.access.Roles] first.
@NullMarked
package dev.sluice.api.access;

import org.jspecify.annotations.NullMarked;
