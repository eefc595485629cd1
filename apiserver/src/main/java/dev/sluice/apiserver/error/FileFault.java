package dev.sluice.apiserver.error;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/// Why a file cannot be read or written, in words for people: those of the exceptions are often a mere path.
public final class FileFault {
    private FileFault() {}

    /// A part of a sentence, for after a colon; it does not name the file.
    public static String reason(IOException failed) {
        return switch (failed) {
            case AccessDeniedException _ -> "no permission";
            case NoSuchFileException _ -> "there is no such file or folder";
            case NotDirectoryException _ -> "it is no folder";
            case FileAlreadyExistsException _ -> "something else is in its place";
            case CharacterCodingException _ -> "it is no text in UTF-8";
            case FileSystemException other -> words(other.getReason(), other);
            default -> words(failed.getMessage(), failed);
        };
    }

    /// The same of a file or folder that was to be made or written, whose absence is no reason.
    public static String reasonOfWrite(IOException failed) {
        return failed instanceof NoSuchFileException ? "nothing can be made there" : reason(failed);
    }

    private static String words(@Nullable String text, IOException failed) {
        return text == null || text.isBlank() ? failed.getClass().getSimpleName() : text;
    }
}
