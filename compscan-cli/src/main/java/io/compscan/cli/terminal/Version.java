package io.compscan.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version, as the build has written it down. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"compscan " + number(), "Java ${java.version} (${java.vendor}), ${os.name} ${os.arch}"};
    }

    /** The bare number. */
    public static String number() {
        try (InputStream in = Objects.requireNonNull(Version.class.getResourceAsStream("version.properties"))) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
