package io.compscan.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReasonTest {

    static List<Arguments> reasons() {
        return List.of(
                Arguments.of(new AccessDeniedException("/a"), "permission denied"),
                Arguments.of(new NoSuchFileException("/a"), "no such file or directory"),
                Arguments.of(new NotDirectoryException("/a"), "not a directory"),
                Arguments.of(new FileAlreadyExistsException("/a"), "it exists already"),
                Arguments.of(new DirectoryNotEmptyException("/a"), "not empty"),
                Arguments.of(new FileSystemLoopException("/a"), "leads back to a directory that contains it"),
                Arguments.of(new FileSystemException("/a", null, "Read-only file system"), "Read-only file system"),
                Arguments.of(new FileSystemException("/a"), "FileSystemException"),
                Arguments.of(new IOException("No space left on device"), "No space left on device"),
                Arguments.of(new EOFException(), "EOFException"));
    }

    @ParameterizedTest
    @MethodSource("reasons")
    void noneNamesTheFile(Exception cause, String expected) {
        assertThat(Reason.of(cause)).isEqualTo(expected);
    }
}
