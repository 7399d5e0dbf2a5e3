package io.compscan.cli.terminal;

import io.compscan.core.Versions;
import picocli.CommandLine.IVersionProvider;

/** The version, as {@code --version} prints it. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {
            "compscan " + Versions.compscan(), "Java ${java.version} (${java.vendor}), ${os.name} ${os.arch}"
        };
    }
}
