package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.view.Views;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged archives end in an {@link IOException} that is a line, or in bytes. {@code -Dcompscan.fuzz.tries=100000} tries so many of each format. */
@Timeout(3600)
class FuzzedArchivesTest {

    private static final int TRIES = Integer.getInteger("compscan.fuzz.tries", 300);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"tar", "zip", "gzip", "zstd", "xz", "bzip2", "lz4", "lzma", "compress", "cpio", "sevenzip"})
    void endsSoonWhateverIsWritten(String format) throws Exception {
        List<byte[]> wholes = AnyArchive.wholes(format, directory);
        long firstSeed = Fuzz.firstSeed(format);
        int read = 0;
        for (int i = 0; i < TRIES; i++) {
            Random random = new Random(firstSeed + i);
            byte[] bytes = wholes.get(random.nextInt(wholes.size())).clone();
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            byte[] damaged = random.nextInt(8) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
            read += AnyArchive.survives("seed " + (firstSeed + i), format, damaged) ? 1 : 0;
        }
        assertThat(read).as("archives that can still be read").isBetween(1, TRIES - 1);
    }

    /** Attributes that cannot be parsed are told of in one line, whatever bytes they have. */
    @Test
    void aFailureIsOneLine() throws Exception {
        byte[] tar = AnyArchive.wholes("tar", directory).get(0);
        String text = new String(tar, StandardCharsets.ISO_8859_1);
        tar[text.indexOf(" mtime=") - 1] = '\n';
        // What it says of one file is told with this; the file behind has its short name.
        List<Unit> members = Views.load()
                .named("tar")
                .look(new Damage(tar), Siblings.NONE, null)
                .units();
        assertThatThrownBy(members.get(0)::open)
                .isInstanceOf(IOException.class)
                .satisfies(e -> assertThat(e.getMessage())
                        .contains("damaged attributes")
                        .doesNotContain("\n"));
    }
}
