package io.compscan.image.catar;

import io.compscan.core.source.FileAttribute;
import io.compscan.core.source.attribute.AttributeReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The extended attributes of files; where the calls of Linux are missing, those that Java shows, which begin with {@code user.}. */
final class Xattrs {

    private static final String PREFIX = "user.";

    private final @Nullable AttributeReader reader = AttributeReader.open();
    private final Map<Long, Boolean> supported = new HashMap<>();

    /** The attributes of a file by name, in the order of the system; none where they cannot be read. */
    Map<String, byte[]> of(Path path, FileFacts file) {
        if (reader != null) {
            Map<String, byte[]> found = new LinkedHashMap<>();
            for (FileAttribute attribute : reader.of(path, file.isLink(), false, file.fileSystem())) {
                found.put(attribute.text(), attribute.value());
            }
            return found;
        }
        return (file.isFile() || file.isDirectory()) && isSupported(path, file) ? ofUsers(path) : Map.of();
    }

    private static Map<String, byte[]> ofUsers(Path path) {
        try {
            UserDefinedFileAttributeView view = Files.getFileAttributeView(path, UserDefinedFileAttributeView.class);
            Map<String, byte[]> found = new LinkedHashMap<>();
            for (String name : view.list()) {
                ByteBuffer value = ByteBuffer.allocate(view.size(name));
                view.read(name, value);
                found.put(PREFIX + name, value.array());
            }
            return found;
        } catch (IOException e) {
            return Map.of();
        }
    }

    private boolean isSupported(Path path, FileFacts file) {
        return supported.computeIfAbsent(file.fileSystem(), any -> {
            try {
                return Files.getFileStore(path).supportsFileAttributeView(UserDefinedFileAttributeView.class);
            } catch (IOException e) {
                // No mount is known to have it, as in a chroot. Where there are none, to list them fails.
                return true;
            }
        });
    }
}
