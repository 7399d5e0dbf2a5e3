package io.compscan.map.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.EntryCursor;
import io.compscan.map.RunFormatException;
import io.compscan.map.TableSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/**
 * Whatever the bytes are: a reader ends, with entries in order or a {@link RunFormatException}, and with no other exception.
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
            assertThat(survives(bytes)).as("seed %d, try %d", seed, i).isFalse();
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
    void forgedChecksumsDoNotMakeTheReaderFail() throws IOException {
        Forger forger = new Forger(new SmallRun(path));
        int sound = 0;
        for (int i = 0; i < TRIES; i++) {
            try {
                sound += survives(forger.forge(random)) ? 1 : 0;
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + ", try " + i, e);
            }
        }
        // Some changes make another run that is well formed, and most do not: both must have happened.
        assertThat(sound).isBetween(TRIES / 50, TRIES - TRIES / 50);
    }

    /** Reads the bytes in every way; whether they are a run. Everything but damage is an exception. */
    private boolean survives(byte[] bytes) throws IOException {
        Files.write(path, bytes);
        boolean sound = true;
        try (RunReader file = RunReader.open(path)) {
            for (int t = 0; t < file.tables().size(); t++) {
                byte[] key = new byte[file.tables().get(t).spec().keyBytes()];
                int[] fields = new int[file.tables().get(t).spec().layout().fieldCount()];
                Arrays.fill(key, (byte) 0x77);
                sound &= undamaged(file.cursor(t), file.tables().get(t).spec(), bytes.length);
                sound &= undamaged(
                        file.cursor(t, key, null), file.tables().get(t).spec(), bytes.length);
                try {
                    file.find(t, key, 0, fields);
                } catch (RunFormatException e) {
                    sound = false;
                }
            }
            file.verify();
        } catch (RunFormatException e) {
            return false;
        }
        return sound;
    }

    /** Walks to the end, which must come: there cannot be more entries than the file has bits. */
    private static boolean undamaged(EntryCursor cursor, TableSpec spec, int fileBytes) {
        byte[] previous = new byte[0];
        try (cursor) {
            for (int i = 0; cursor.next(); i++) {
                assertThat(i).isLessThan(8 * fileBytes);
                assertThat(cursor.references()).isNotNegative();
                for (int f = 0; f < spec.layout().fieldCount(); f++) {
                    assertThat(cursor.field(f))
                            .isBetween(0, spec.layout().fields().get(f).maxValue());
                }
                assertThat(Arrays.compareUnsigned(previous, cursor.key())).isNegative();
                previous = cursor.key().clone();
            }
            return true;
        } catch (UncheckedIOException e) {
            assertThat(e).hasCauseInstanceOf(RunFormatException.class);
            return false;
        }
    }
}
