package io.compscan.map.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.EntryCursor;
import io.compscan.map.RunFormatException;
import io.compscan.map.TableSpec;
import io.compscan.testing.Survival;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads bytes that may be a run. */
final class AnyRun {

    private AnyRun() {}

    /** Whether they are a run; all entries that are read must make sense. */
    static boolean survives(String what, Path path, byte[] bytes) {
        return Survival.of(what, RunFormatException.class, () -> isSound(path, bytes));
    }

    /** Reads the bytes in every way; whether they are a run. Everything but damage is an exception. */
    private static boolean isSound(Path path, byte[] bytes) throws IOException {
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
