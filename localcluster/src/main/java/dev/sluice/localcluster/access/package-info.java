/// Roles that are made of other roles. Read [dev.sluice.localcluster.access.RoleAggregation].
@NullMarked
package dev.sluice.localcluster.access;

import org.jspecify.annotations.NullMarked;
