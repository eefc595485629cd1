/// Who may do what: role-based access control, impersonation and the review kinds. Read
/// [dev.sluice.apiserver.access.AccessControl] first.
@NullMarked
package dev.sluice.apiserver.access;

import org.jspecify.annotations.NullMarked;
