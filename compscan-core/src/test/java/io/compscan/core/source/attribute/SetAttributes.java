package io.compscan.core.source.attribute;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.testing.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;

/** Gives files of tests extended attributes. */
public final class SetAttributes {

    private SetAttributes() {}

    /** Sets one of a user, {@code user.NAME}; skips the test where the file system has none. */
    public static void user(Path file, String name, String value) throws IOException {
        assumeTrue(hasThose(file), "the file system has no extended attributes");
        Files.setAttribute(file, "user:" + name, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Tried, since in a chroot no mount is known that could be asked. */
    private static boolean hasThose(Path file) {
        try {
            Files.setAttribute(file, "user:tried", new byte[1]);
            Files.getFileAttributeView(file, UserDefinedFileAttributeView.class).delete("tried");
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** Sets one of any class, of a link itself; skips the test where the process lacks the right. */
    public static void any(Path file, String name, String value) {
        assumeTrue(
                Programs.succeeds(
                        "python3",
                        "-c",
                        "import os, sys; os.setxattr(sys.argv[1], sys.argv[2], sys.argv[3].encode(), follow_symlinks=False)",
                        file.toAbsolutePath(),
                        name,
                        value),
                "may not set attributes of the system");
    }
}
