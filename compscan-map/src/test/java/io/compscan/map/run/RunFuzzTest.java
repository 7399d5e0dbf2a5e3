package io.compscan.map.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.RunFormatException;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/**
 * With any bytes a reader ends, with entries in order or a {@link RunFormatException}, and with no other exception.
 *
 * <p>The seed is another each time. A failure names it, and {@code -Dcompscan.seed=N} repeats it; {@code -Dcompscan.fuzz.tries=N} tries longer.
 */
final class RunFuzzTest {

    private static final int TRIES = Integer.getInteger("compscan.fuzz.tries", 5_000);

    private final long seed = Long.getLong("compscan.seed", new Random().nextLong());
    private final Random random = new Random(seed);
    private Path directory;
    private Path path;

    @BeforeTry
    void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("runs");
        path = directory.resolve("fuzz.run");
    }

    @AfterTry
    void removeDirectory() throws IOException {
        TestFiles.deleteTree(directory);
    }

    @Example
    void randomBytesAreNoRun() throws IOException {
        for (int i = 0; i < TRIES / 10; i++) {
            byte[] bytes = new byte[random.nextInt(1 << random.nextInt(14))];
            random.nextBytes(bytes);
            if (bytes.length >= RunFormat.HEADER_BYTES + RunFormat.TRAILER_BYTES && i % 2 == 0) {
                giveEnds(bytes, random);
            }
            assertThat(AnyRun.survives("seed " + seed + ", try " + i, path, bytes))
                    .isFalse();
        }
    }

    /** A header and a trailer that are right, so that what is between them is looked at. */
    private static void giveEnds(byte[] bytes, Random random) {
        PackedBytes.putLong(bytes, 0, RunFormat.MAGIC);
        PackedBytes.putInt(bytes, 8, RunFormat.VERSION);
        PackedBytes.putInt(bytes, 12, RunFormat.checksum(bytes, 0, 12));
        int trailer = bytes.length - RunFormat.TRAILER_BYTES;
        int footerBytes = random.nextInt(trailer - RunFormat.HEADER_BYTES + 1);
        int footer = trailer - footerBytes;
        if (footerBytes >= 8) {
            PackedBytes.putInt(bytes, footer, random.nextInt(5));
            PackedBytes.putInt(bytes, footer + 4, random.nextInt(5));
        }
        PackedBytes.putLong(bytes, trailer, footer);
        PackedBytes.putInt(bytes, trailer + 8, footerBytes);
        PackedBytes.putInt(bytes, trailer + 12, RunFormat.checksum(bytes, footer, footerBytes));
        PackedBytes.putInt(bytes, trailer + 16, RunFormat.VERSION);
        PackedBytes.putInt(bytes, trailer + 20, RunFormat.checksum(bytes, trailer, 20));
        PackedBytes.putLong(bytes, trailer + 24, RunFormat.END_MAGIC);
    }

    @Example
    void accidentalChangesAreAlwaysFound() throws IOException {
        SmallRun run = new SmallRun(path);
        for (int i = 0; i < TRIES / 4; i++) {
            byte[] bytes = Forger.mutate(run.bytes, random);
            Files.write(path, bytes);
            assertThat(run.read() == SmallRun.Finding.SOUND)
                    .as("seed %d, try %d", seed, i)
                    .isEqualTo(Arrays.equals(bytes, run.bytes));
        }
    }

    @Example
    @Slow
    void forgedChecksumsDoNotMakeTheReaderFail() throws IOException {
        Forger forger = new Forger(new SmallRun(path));
        int sound = 0;
        for (int i = 0; i < TRIES; i++) {
            sound += AnyRun.survives("seed " + seed + ", try " + i, path, forger.forge(random)) ? 1 : 0;
        }
        // Some changes make another run that is well formed, and most do not: both must have happened.
        assertThat(sound).isBetween(TRIES / 50, TRIES - TRIES / 50);
    }
}
