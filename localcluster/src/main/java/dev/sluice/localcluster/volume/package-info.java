/// Claims on storage, which are granted at once: nothing is ever stored in a simulated volume.
@NullMarked
package dev.sluice.localcluster.volume;

import org.jspecify.annotations.NullMarked;
