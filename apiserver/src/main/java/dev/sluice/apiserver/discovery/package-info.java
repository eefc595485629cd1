/// What the server says about itself: groups, versions, resources, health. Read [dev.sluice.apiserver.discovery.Discovery] first.
@NullMarked
package dev.sluice.apiserver.discovery;

import org.jspecify.annotations.NullMarked;
