package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.View;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Streams that unpack to a thousand times their size and more. */
class ExpandingStreamsTest {

    private static final int SIZE = 48 << 20;

    @TempDir
    private Path directory;

    private interface Packing {
        OutputStream open(OutputStream to) throws IOException;
    }

    private static OutputStream zip(OutputStream to) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(to);
        zip.setLevel(9);
        zip.putNextEntry(new ZipEntry("disk.raw"));
        return zip;
    }

    private static OutputStream xz(OutputStream to) throws IOException {
        return new XZOutputStream(to, new LZMA2Options(1));
    }

    private Path packed(String name, Packing packing, char of) throws IOException {
        Path file = directory.resolve(name);
        byte[] piece = new byte[1 << 20];
        Arrays.fill(piece, (byte) of);
        try (OutputStream out = packing.open(Files.newOutputStream(file))) {
            for (int written = 0; written < SIZE; written += piece.length) {
                out.write(piece);
            }
        }
        return file;
    }

    private static long read(Path file) throws IOException, InterruptedException {
        List<Unit> units = Looked.at(EnumSet.of(View.Kind.ARCHIVES), List.of(), file).units;
        assertThat(units).hasSize(1);
        long size = 0;
        byte[] data = new byte[100_000];
        try (UnitChannel channel = units.get(0).open()) {
            for (int got; (got = channel.read(size, data, 0, data.length)) > 0; ) {
                size += got;
            }
        }
        return size;
    }

    /** Images of thin disks are mostly zeros. */
    @Test
    void zerosAreReadHoweverMany() throws Exception {
        assertThat(read(packed("a.zip", ExpandingStreamsTest::zip, '\0'))).isEqualTo(SIZE);
        assertThat(read(packed("a.zst", ZstdOutputStreamNoFinalizer::new, '\0')))
                .isEqualTo(SIZE);
        assertThat(read(packed("a.xz", ExpandingStreamsTest::xz, '\0'))).isEqualTo(SIZE);
    }

    /** DEFLATE (RFC 1951) reaches 1032 times. */
    @Test
    void noDeflatedStreamIsRefused() throws Exception {
        assertThat(read(packed("a.zip", ExpandingStreamsTest::zip, 'x'))).isEqualTo(SIZE);
        assertThat(read(packed("a.gz", GZIPOutputStream::new, 'x'))).isEqualTo(SIZE);
    }

    @Test
    void otherBytesEndWhereTheyAreTooMany() throws Exception {
        Path xz = packed("a.xz", ExpandingStreamsTest::xz, 'x');
        assertThat(Files.size(xz)).isLessThan(SIZE / 2000);
        assertThatThrownBy(() -> read(xz)).hasMessage("it unpacks to more than 1100 times its size, zeros left out");
        assertThatThrownBy(() -> read(packed("a.zst", ZstdOutputStreamNoFinalizer::new, 'x')))
                .hasMessageContaining("1100 times");
    }
}
