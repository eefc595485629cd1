package dev.sluice.conformance.lifecycle;

import dev.sluice.conformance.embedded.Answer;
import org.jspecify.annotations.Nullable;

/// A site that is spoken to in the names of the recording, whoever plays whom there.
record RenamedSite(Site site, Cast cast) implements Site {
    @Override
    public Answer send(
            String method, String path, @Nullable String contentType, @Nullable String body) {
        Naming ours = cast.naming().back();
        return inRecordedNames(
                site.send(method, ours.of(path), contentType, body == null ? null : ours.of(body)));
    }

    @Override
    public Answer table(String path) {
        return inRecordedNames(site.table(cast.naming().back().of(path)));
    }

    private Answer inRecordedNames(Answer answer) {
        return new Answer(answer.code(), cast.naming().of(answer.body()), answer.warnings());
    }

    @Override
    public void atOnce(Runnable changes) {
        site.atOnce(changes);
    }
}
