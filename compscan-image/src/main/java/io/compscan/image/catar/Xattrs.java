package io.compscan.image.catar;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The extended attributes of files, as far as Java shows them: those that begin with {@code user.}. */
final class Xattrs {

    private static final String PREFIX = "user.";

    private final Map<Long, Boolean> supported = new HashMap<>();

    /** The attributes of a file by name; none where they cannot be read. */
    Map<String, byte[]> of(Path path, FileFacts file) {
        if (!(file.isFile() || file.isDirectory()) || !isSupported(path, file)) {
            return Map.of();
        }
        try {
            UserDefinedFileAttributeView view = Files.getFileAttributeView(path, UserDefinedFileAttributeView.class);
            Map<String, byte[]> found = new TreeMap<>();
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
                return false;
            }
        });
    }
}
