/// Stories of whole servers. Read [dev.sluice.apiserver.InProcessStoriesTest] first.
@NullMarked
package dev.sluice.apiserver;

import org.jspecify.annotations.NullMarked;
