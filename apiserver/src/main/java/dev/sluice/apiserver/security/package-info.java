/// Who is asking: certificates, tokens, the kubeconfig. Read [dev.sluice.apiserver.security.User] first.
@NullMarked
package dev.sluice.apiserver.security;

import org.jspecify.annotations.NullMarked;
