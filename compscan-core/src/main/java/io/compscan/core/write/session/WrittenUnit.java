package io.compscan.core.write.session;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * A unit that a program writes.
 *
 * @param name the name in reports
 * @param extension the extension of the name
 */
record WrittenUnit(String name, String extension) implements Unit {

    /** @param root comes before the name; empty for nothing */
    static WrittenUnit of(String root, String name) {
        String clean = PathName.of(name);
        String whole = root.isEmpty() ? clean : root + PathName.SEPARATOR + clean;
        return new WrittenUnit(whole, extensionOf(name));
    }

    /** A unit of the whole name under which an earlier session has saved it. */
    static WrittenUnit saved(String wholeName) {
        return new WrittenUnit(wholeName, extensionOf(wholeName));
    }

    static String extensionOf(String name) {
        try {
            return PathName.extensionOf(Path.of(name));
        } catch (InvalidPathException e) {
            // Not a path here, so it has no extension either.
            return "";
        }
    }

    @Override
    public long sizeBytes() {
        return UNKNOWN_SIZE;
    }

    @Override
    public UnitChannel open() throws IOException {
        throw new IOException(name + ": is written, and cannot be read");
    }
}
