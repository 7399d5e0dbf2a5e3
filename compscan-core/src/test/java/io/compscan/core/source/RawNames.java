package io.compscan.core.source;

import java.net.URI;
import java.nio.file.Path;

/** Paths of any bytes, which Java's strings cannot express but its URIs can. */
public final class RawNames {

    private RawNames() {}

    /** The path of this name in an absolute directory whose own name is plain. */
    public static Path in(Path directory, byte[] name) {
        StringBuilder uri = new StringBuilder("file://").append(directory).append('/');
        for (byte b : name) {
            uri.append(String.format("%%%02X", b));
        }
        return Path.of(URI.create(uri.toString()));
    }
}
