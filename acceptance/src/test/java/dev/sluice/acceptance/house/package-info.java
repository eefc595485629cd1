/// The rules of the house, checked on the repository itself: what the compiler and the formatter cannot know.
@NullMarked
package dev.sluice.acceptance.house;

import org.jspecify.annotations.NullMarked;
