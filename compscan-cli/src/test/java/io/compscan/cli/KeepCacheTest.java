package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --keep-cache} says becomes of the page cache, as util-linux's {@code fincore} sees it. */
@Needs("fincore")
class KeepCacheTest {

    private static final int SIZE = 12 << 20;

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("large");
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.write(new byte[SIZE]);
            out.getFD().sync();
        }
        Programs.run("dd", "if=" + file, "iflag=nocache", "count=0", "status=none");
        assumeTrue(cachedBytes() == 0, "pages of this file system cannot be dropped");
    }

    private long cachedBytes() throws IOException {
        return Long.parseLong(Programs.run("fincore", "--bytes", "--noheadings", "--output", "RES", file)
                .strip());
    }

    @Test
    void withoutItTheCacheStaysAsItWas() throws IOException {
        Run.scan(ExitCode.OK, file);
        assertThat(cachedBytes()).isZero();
    }

    @Test
    void withItTheDataStaysInTheCache() throws IOException {
        Run.scan(ExitCode.OK, file, "--keep-cache");
        assertThat(cachedBytes()).isGreaterThan(SIZE / 2);
    }
}
