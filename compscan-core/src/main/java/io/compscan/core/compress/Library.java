package io.compscan.core.compress;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The libraries that compress, with the versions that compscan was built with. */
final class Library {

    private static final Properties VERSIONS = load();

    private Library() {}

    private static Properties load() {
        try (InputStream in = Objects.requireNonNull(Library.class.getResourceAsStream("version.properties"))) {
            Properties versions = new Properties();
            versions.load(in);
            return versions;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The name and the version of a library, such as {@code lz4-java 1.12.1}. */
    static String named(String name) {
        return name + " " + Objects.requireNonNull(VERSIONS.getProperty(name), name);
    }
}
