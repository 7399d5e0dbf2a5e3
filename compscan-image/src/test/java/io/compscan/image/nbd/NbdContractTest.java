package io.compscan.image.nbd;

import io.compscan.core.source.Source;
import io.compscan.core.source.SourceContract;
import io.compscan.testing.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A disk that QEMU's server exports. */
@Needs("qemu-nbd")
class NbdContractTest extends SourceContract {

    @TempDir
    Path temporary;

    private @Nullable Process server;

    @Override
    protected Source source(Map<String, byte[]> files) throws Exception {
        Path raw = Files.write(temporary.resolve("raw"), files.get("b.bin"));
        Path socket = temporary.resolve("socket");
        server = new ProcessBuilder(
                        "qemu-nbd", "-r", "-f", "raw", "-t", "-e", "100", "-k", socket.toString(), raw.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return NbdExports.openAtStart(server, "nbd+unix:///?socket=" + socket);
    }

    @Override
    protected String nameOf(String file) {
        return "socket";
    }

    @Override
    protected int mostFiles() {
        return 1;
    }

    @Override
    protected int granularityBytes() {
        return 512;
    }

    @Override
    protected void replace(String file, byte[] content) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void remove(String file) {
        stop();
    }

    /** A server's disk has no version, and its clients cannot replace it. */
    @Override
    protected void aReplacedUnitIsNoticed() {}

    @AfterEach
    void stop() {
        if (server != null) {
            server.destroyForcibly().onExit().join();
        }
    }
}
