package io.compscan.core;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The versions of compscan and of the libraries that compress, as the build has written them down. */
public final class Versions {

    private static final Properties VERSIONS = load();

    private Versions() {}

    private static Properties load() {
        try (InputStream in = Objects.requireNonNull(Versions.class.getResourceAsStream("version.properties"))) {
            Properties versions = new Properties();
            versions.load(in);
            return versions;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The version of compscan. */
    public static String compscan() {
        return of("compscan");
    }

    /** The name and the version of a library, such as {@code lz4-java 1.12.1}. */
    public static String library(String name) {
        return name + " " + of(name);
    }

    private static String of(String name) {
        return Objects.requireNonNull(VERSIONS.getProperty(name), name);
    }
}
