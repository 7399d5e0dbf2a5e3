package io.compscan.core.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.ReadError;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReadErrorsTest {

    static Stream<Arguments> exceptions() {
        return Stream.of(
                Arguments.of(new NoSuchFileException("/a"), ReadError.Kind.VANISHED, "no longer there"),
                Arguments.of(new AccessDeniedException("/a"), ReadError.Kind.UNREADABLE, "permission denied"),
                Arguments.of(new NotDirectoryException("/a"), ReadError.Kind.UNREADABLE, "no longer a directory"),
                Arguments.of(
                        new FileSystemLoopException("/a"),
                        ReadError.Kind.LOOP,
                        "leads back to a directory that contains it"),
                Arguments.of(
                        new FileSystemException("/a", null, "Stale file handle"),
                        ReadError.Kind.UNREADABLE,
                        "Stale file handle"),
                Arguments.of(new IOException("Input/output error"), ReadError.Kind.UNREADABLE, "Input/output error"),
                Arguments.of(
                        new IOException("two\r\nlines\tand\u0000more"),
                        ReadError.Kind.UNREADABLE,
                        "two  lines and more"),
                Arguments.of(new IOException(), ReadError.Kind.UNREADABLE, "IOException"));
    }

    @ParameterizedTest
    @MethodSource("exceptions")
    void saysWhatItMeans(IOException exception, ReadError.Kind kind, String reason) {
        assertThat(ReadErrors.of("name", exception, 42)).isEqualTo(new ReadError("name", kind, 42, reason));
    }
}
