package io.compscan.file;

import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Why a file cannot be used, for a person. */
public final class Reason {

    private Reason() {}

    /** The cause in a few words, without the file's name: the exceptions of {@code java.nio.file} have that for a message. */
    public static String of(Exception cause) {
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (cause instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (cause instanceof NotDirectoryException) {
            return "not a directory";
        }
        if (cause instanceof FileAlreadyExistsException) {
            return "it exists already";
        }
        if (cause instanceof DirectoryNotEmptyException) {
            return "not empty";
        }
        if (cause instanceof FileSystemLoopException) {
            return "leads back to a directory that contains it";
        }
        if (cause instanceof CharacterCodingException) {
            return "not UTF-8";
        }
        @Nullable String text = cause instanceof FileSystemException failure ? failure.getReason() : cause.getMessage();
        return text == null ? cause.getClass().getSimpleName() : text;
    }
}
