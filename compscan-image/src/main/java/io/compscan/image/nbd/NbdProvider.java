package io.compscan.image.nbd;

import io.compscan.core.source.Addresses;
import io.compscan.core.source.PathName;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.JoinedSource;
import io.compscan.core.source.view.SourceContext;
import io.compscan.core.source.view.SourceProvider;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Opens exports of servers, and with {@code qemu:FORMAT:PATH} images that QEMU reads and compscan does not.
 *
 * <p>It starts QEMU, which ends with its last connection.
 */
public final class NbdProvider implements SourceProvider {

    private static final String TLS = "nbds";
    private static final String QEMU = "qemu";

    /** For the service loader. */
    public NbdProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("nbd", "nbd+unix", TLS, "nbds+unix", QEMU);
    }

    @Override
    public Source open(List<String> locations, SourceContext context) throws IOException {
        List<Source> sources = new ArrayList<>();
        for (String location : locations) {
            String scheme = location.substring(0, location.indexOf(':')).toLowerCase(Locale.ROOT);
            if (scheme.startsWith(TLS)) {
                throw new IOException("TLS is not spoken here; nbdkit or a tunnel may stand between");
            }
            if (scheme.equals(QEMU)) {
                QemuServer server = QemuServer.start(location.substring(QEMU.length() + 1));
                sources.add(new Export(location, server.address(), server.sizeBytes()));
            } else {
                NbdAddress address = NbdAddress.parse(location);
                try (NbdChannel channel = NbdChannel.open(address)) {
                    sources.add(new Export(location, address, channel.sizeBytes()));
                }
            }
        }
        return JoinedSource.of(sources);
    }

    /** One disk. */
    private record Export(String location, NbdAddress address, long sizeBytes) implements Source {

        private String name() {
            return PathName.of(Addresses.masked(location));
        }

        @Override
        public List<String> paths() {
            return List.of(name());
        }

        @Override
        public void walk(SourceVisitor visitor) throws InterruptedException {
            visitor.unit(new NbdUnit(name(), address, sizeBytes));
        }
    }

    /**
     * A disk that a server exports.
     *
     * @param name as reports show it
     * @param address where it is
     * @param sizeBytes its size
     */
    private record NbdUnit(String name, NbdAddress address, long sizeBytes) implements Unit {

        @Override
        public String extension() {
            return PathName.extensionOf(name.substring(name.lastIndexOf('/') + 1));
        }

        @Override
        public UnitChannel open() throws IOException {
            NbdChannel channel = NbdChannel.open(address);
            if (channel.sizeBytes() != sizeBytes) {
                channel.close();
                throw new IOException("its size has changed since it was found");
            }
            return channel;
        }
    }
}
