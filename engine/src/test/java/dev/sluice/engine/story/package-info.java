/// Stories: small worlds as text, played on the engine and written down with what it decided. Read
/// [dev.sluice.engine.story.StoriesTest] first; the stories stand in `src/test/resources/stories`.
@NullMarked
package dev.sluice.engine.story;

import org.jspecify.annotations.NullMarked;
