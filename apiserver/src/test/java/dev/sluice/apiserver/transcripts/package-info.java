/// Answers recorded from the reference API server, as data for tests. Read [dev.sluice.apiserver.transcripts.Recording] first.
@NullMarked
package dev.sluice.apiserver.transcripts;

import org.jspecify.annotations.NullMarked;
