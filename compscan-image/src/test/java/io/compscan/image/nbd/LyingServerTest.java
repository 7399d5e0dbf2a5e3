package io.compscan.image.nbd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.library.Measure;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.source.UnitChannel;
import io.compscan.image.nbd.LyingServer.Lie;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that lie, hang and drip: what is read is right, and the rest is an error of one line before its time is over. */
@Timeout(120)
class LyingServerTest {

    private static final int BLOCK = 4096;
    private static final int BLOCKS = 64;
    private static final List<Lie> LIES = List.of(Lie.values());
    private static final NbdLimits SHORT = new NbdLimits(Duration.ofSeconds(20), Duration.ofMillis(300));
    /** For a server that ends connections, whose answers must not be late on a busy machine. */
    private static final NbdLimits LONG = new NbdLimits(Duration.ofSeconds(60), Duration.ofSeconds(60));

    @TempDir
    private Path directory;

    private static NbdChannel open(LyingServer server, NbdLimits limits) throws IOException {
        return NbdChannel.open(NbdAddress.parse(server.address()), limits);
    }

    /** Reads a block; the reason if that fails. */
    private static String read(UnitChannel channel, long position, int length) {
        byte[] data = new byte[length];
        try {
            for (int done = 0; done < length; ) {
                int got = channel.read(position + done, data, done, length - done);
                assertThat(got).isPositive();
                done += got;
            }
        } catch (IOException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n", "-5 ", "-1 ");
            return e.getMessage();
        }
        for (int i = 0; i < length; i++) {
            assertThat(data[i]).as("byte %d", position + i).isEqualTo(LyingServer.byteAt(position + i));
        }
        return "";
    }

    @ParameterizedTest
    @EnumSource(Lie.class)
    void eachLieIsAnErrorBeforeItsTimeIsOver(Lie lie) throws Exception {
        for (Path socket : new Path[] {null, directory.resolve("socket")}) {
            try (LyingServer server = new LyingServer(socket, BLOCKS * BLOCK, at -> at == 5 * BLOCK ? lie : Lie.NONE);
                    NbdChannel channel = open(server, lie == Lie.HANG || lie == Lie.DRIP ? SHORT : LONG)) {
                String reason = read(channel, 4 * BLOCK, 2 * BLOCK);
                switch (lie) {
                    case NONE -> assertThat(reason).isEmpty();
                    case HANG, DRIP -> assertThat(reason).startsWith("the server does not answer within 0");
                    case LONG_ERROR -> assertThat(reason).contains("a chunk of 4294967291 bytes");
                    default -> assertThat(reason).isNotEmpty();
                }
            }
        }
    }

    /** Each request meets a lie of its own, or none. */
    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void whatAnyMixOfLiesLeavesIsRight(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        Map<Long, Lie> lies = new HashMap<>();
        for (int i = random.nextInt(1, 11); i > 0; i--) {
            lies.put((long) random.nextInt(BLOCKS) * BLOCK, LIES.get(random.nextInt(LIES.size())));
        }
        Path place = Files.createTempDirectory("compscan-test");
        Path socket = random.nextBoolean() ? null : place.resolve("socket");
        try (LyingServer server =
                        new LyingServer(socket, BLOCKS * BLOCK, at -> lies.getOrDefault(at / BLOCK * BLOCK, Lie.NONE));
                NbdChannel channel = open(server, SHORT)) {
            boolean isLost = false;
            for (int i = 0; i < BLOCKS; i++) {
                long position = (long) random.nextInt(BLOCKS) * BLOCK;
                Lie lie = lies.getOrDefault(position, Lie.NONE);
                String reason = read(channel, position, BLOCK);
                // On a busy machine an honest answer may be late, too.
                isLost |= reason.startsWith("the server does not answer");
                if (lie == Lie.NONE && !isLost) {
                    assertThat(reason).isEmpty();
                } else {
                    assertThat(reason).as("%s", lie).isNotEmpty();
                }
                // An answer that says what is wrong leaves the connection in use, and every other lie ends with it.
                isLost |= lie != Lie.NONE && lie != Lie.ERROR;
            }
        } finally {
            Files.deleteIfExists(place.resolve("socket"));
            Files.delete(place);
        }
    }

    /** Several threads wait for a server that hangs; none of them waits for the others first. */
    @Test
    void aServerThatHangsIsGivenUpOnce() throws Exception {
        try (LyingServer server = new LyingServer(null, BLOCKS * BLOCK, at -> Lie.HANG);
                NbdChannel channel = open(server, SHORT)) {
            assertThat(read(channel, 0, BLOCK)).startsWith("the server does not answer");
            long start = System.nanoTime();
            for (int i = 0; i < 1000; i++) {
                assertThat(read(channel, 0, BLOCK)).startsWith("the server does not answer");
            }
            // 1,000 limits are five minutes.
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(2));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MAX_VALUE, Long.MIN_VALUE, (1L << 60) + 1})
    void aDiskOfAnImpossibleSizeIsRefused(long size) throws Exception {
        try (LyingServer server = new LyingServer(null, size, at -> Lie.NONE)) {
            assertThatThrownBy(() -> open(server, LONG))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the server breaks the protocol: a disk of " + Long.toUnsignedString(size) + " bytes");
        }
    }

    /** The ranges of two disks that have failed, and the last block. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void exactlyTheBadBlocksAreUnread(int readers) throws Exception {
        int size = 8 << 20;
        long[][] bad = {
            {(1 << 20) + (128 << 10), 4096}, {(3 << 20) + 512, 512}, {5 << 20, 300 * 4096}, {size - 4096, 4096}
        };
        LyingServer.Lie error = Lie.ERROR;
        try (LyingServer server = new LyingServer(null, size, at -> {
            for (long[] range : bad) {
                if (at >= range[0] && at < range[0] + range[1]) {
                    return error;
                }
            }
            return Lie.NONE;
        })) {
            for (String chunking : new String[] {"4k", "fastcdc:16k"}) {
                Measure measure =
                        Measure.defaults().threads(readers).chunk(chunking).compress("none");
                ScanResult result = ScanRun.open(measure.request(NbdExports.open(server.address())))
                        .run()
                        .result();
                assertThat(result.totals().unreadBytes()).isEqualTo((1 + 1 + 300 + 1) * 4096L);
                assertThat(result.totals().logicalBytes()).isEqualTo(size);
            }
        }
    }
}
