package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.Head;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.Views;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.LZMAOutputStream;
import org.tukaani.xz.XZOutputStream;

/** Packed streams: which are recognised, and what counts of those that are padded, cut or followed by garbage. */
class ArchiveCodecsTest {

    private static final byte[] CONTENT = content(400_000);

    private static byte[] content(int bytes) {
        byte[] content = new byte[bytes];
        Random random = new Random(3);
        for (int i = 0; i < bytes; i++) {
            content[i] = (byte) ('a' + random.nextInt(20));
        }
        return content;
    }

    private static byte[] packed(String format) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = switch (format) {
            case "gzip" -> new GZIPOutputStream(packed);
            case "bzip2" -> new BZip2CompressorOutputStream(packed, 1);
            case "xz" -> new XZOutputStream(packed, new LZMA2Options(0));
            case "lzma" -> new LZMAOutputStream(packed, new LZMA2Options(0), -1);
            default -> null;
        }) {
            if (out == null) {
                return switch (format) {
                    case "lz4" -> lz4();
                    case "compress" -> AnyArchive.compressed(CONTENT);
                    default -> Zstd.compress(CONTENT);
                };
            }
            out.write(CONTENT);
        }
        return packed.toByteArray();
    }

    /** A frame of blocks that are stored as they are. The library takes minutes to pack this content. */
    private static byte[] lz4() {
        int blockBytes = 64 << 10;
        ByteBuffer frame = ByteBuffer.allocate(CONTENT.length + 1024).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(0x184D2204).put((byte) 0x60).put((byte) 0x40).put((byte) 0x82);
        for (int at = 0; at < CONTENT.length; at += blockBytes) {
            int length = Math.min(blockBytes, CONTENT.length - at);
            frame.putInt(length | 0x80000000).put(CONTENT, at, length);
        }
        frame.putInt(0);
        return Arrays.copyOf(frame.array(), frame.position());
    }

    private static View view(String format) {
        return Objects.requireNonNull(Views.load().named(format));
    }

    private static Unit stream(String format, byte[] data) throws IOException {
        return view(format).look(new Damage(data), Siblings.NONE, null).units().get(0);
    }

    /** What was read, why it ended, and what was left. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Outcome(
            byte[] bytes,
            @Nullable String failure,
            long leftBytes,
            @Nullable String remark) {
        static Outcome of(Unit unit) throws IOException {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            byte[] data = new byte[128 << 10];
            try (UnitChannel channel = unit.open()) {
                try {
                    for (int got; (got = channel.read(all.size(), data, 0, data.length)) > 0; ) {
                        all.write(data, 0, got);
                    }
                } catch (IOException e) {
                    return new Outcome(all.toByteArray(), e.getMessage(), channel.leftBytes(), null);
                }
                return new Outcome(all.toByteArray(), null, 0, channel.remark());
            }
        }
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "bzip2", "lz4", "xz", "lzma", "compress", "zstd"})
    void aStreamIsRecognisedAndUnpacked(String format) throws IOException {
        byte[] packed = packed(format);
        View found = Views.load().matching(new Head(packed, new byte[0], packed.length, format));
        assertThat(Objects.requireNonNull(found).name()).isEqualTo(format);
        assertThat(Outcome.of(stream(format, packed)).bytes()).isEqualTo(CONTENT);
        assertThat(stream(format, packed).packedBytes()).isEqualTo(packed.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "bzip2", "lz4", "xz", "zstd"})
    void streamsBehindEachOtherAreOne(String format) throws IOException {
        byte[] packed = packed(format);
        assertThat(Outcome.of(stream(format, joined(packed, packed))).bytes()).isEqualTo(joined(CONTENT, CONTENT));
    }

    /** What a codec has unpacked before it fails counts, to the last block at least, and is right. */
    @ParameterizedTest
    @ValueSource(strings = {"gzip", "bzip2", "lz4", "xz", "lzma", "zstd"})
    void theBeginningOfACutStreamCounts(String format) throws IOException {
        byte[] packed = packed(format);
        Outcome cut = Outcome.of(stream(format, Arrays.copyOf(packed, packed.length * 9 / 10)));
        assertThat(cut.failure()).isNotNull();
        assertThat(cut.bytes().length).isBetween(CONTENT.length / 2, CONTENT.length - 1);
        assertThat(cut.bytes()).isEqualTo(Arrays.copyOf(CONTENT, cut.bytes().length));
        // A block of bzip2 has 100 kB here, one of Zstandard 128 KiB, one of lz4 64 KiB, one of LZMA2 64 KiB when
        // packed.
        if (format.equals("gzip") || format.equals("lzma")) {
            assertThat(cut.bytes().length).isGreaterThan(CONTENT.length * 89 / 100);
        }
    }

    @Test
    void damageInTheMiddleOfAGzipLeavesTheRestUnread() throws IOException {
        byte[] large = content(3_000_000);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        // Stored blocks have headers, so the damage shows where it is.
        try (OutputStream out = new GZIPOutputStream(packed) {
            {
                def.setLevel(Deflater.NO_COMPRESSION);
            }
        }) {
            out.write(large);
        }
        byte[] data = packed.toByteArray();
        Arrays.fill(data, data.length / 2, data.length / 2 + (70 << 10), (byte) 0xff);
        Outcome damaged = Outcome.of(stream("gzip", data));
        assertThat(damaged.failure()).startsWith("damaged");
        assertThat(damaged.bytes().length).isGreaterThan(1_400_000);
        assertThat(damaged.leftBytes()).isBetween(data.length / 2L - (200 << 10), data.length / 2L);
    }

    @Test
    void aStreamOfWhichNothingIsReadIsUnreadWithItsPackedSize() throws IOException {
        byte[] data = packed("gzip");
        Arrays.fill(data, 10, data.length, (byte) 0xff);
        Outcome damaged = Outcome.of(stream("gzip", data));
        assertThat(damaged.bytes()).isEmpty();
        assertThat(damaged.leftBytes()).isEqualTo(data.length);
    }

    /** {@code gzip -dc} ignores padding of zeros, and warns of anything else. */
    @Test
    void bytesBehindAGzipCostNothing() throws IOException {
        byte[] packed = packed("gzip");
        Outcome padded = Outcome.of(stream("gzip", joined(packed, new byte[10_000])));
        assertThat(padded.bytes()).isEqualTo(CONTENT);
        assertThat(padded.remark()).isNull();
        for (byte[] garbage :
                new byte[][] {{1}, "garbage".getBytes(StandardCharsets.US_ASCII), joined(new byte[100], packed)}) {
            Outcome followed = Outcome.of(stream("gzip", joined(packed, garbage)));
            assertThat(followed.bytes()).isEqualTo(CONTENT);
            assertThat(followed.failure()).isNull();
            assertThat(followed.remark()).contains("not gzip");
        }
    }

    /** Helm writes an extra field that has no subfields. */
    @Test
    void anyExtraFieldNameAndCommentOfAGzipAreSkipped() throws IOException {
        byte[] packed = packed("gzip");
        byte[] header = Arrays.copyOf(packed, 10);
        header[3] = 2 | 4 | 8 | 16;
        byte[] more = joined(
                new byte[] {5, 0},
                "+aHR0".getBytes(StandardCharsets.US_ASCII),
                "name\0comment\0".getBytes(StandardCharsets.US_ASCII),
                new byte[2]);
        byte[] rest = Arrays.copyOfRange(packed, 10, packed.length);
        assertThat(Outcome.of(stream("gzip", joined(header, more, rest))).bytes())
                .isEqualTo(CONTENT);
    }

    @Test
    void aPackedFileThatChangesWhileItIsReadHasChanged(@TempDir Path directory) throws Exception {
        Path file = Files.write(directory.resolve("a.gz"), packed("gzip"));
        Unit unit =
                Looked.at(EnumSet.of(View.Kind.ARCHIVES), List.of(), file).units.get(0);
        try (UnitChannel channel = unit.open()) {
            assertThat(channel.read(0, new byte[100], 0, 100)).isPositive();
            assertThat(channel.hasChanged()).isFalse();
            Files.write(file, new byte[1], StandardOpenOption.APPEND);
            assertThat(channel.hasChanged()).isTrue();
        }
    }

    @Test
    void aWrongChecksumOfAGzipIsAnError() throws IOException {
        byte[] packed = packed("gzip");
        packed[packed.length - 5] ^= 1;
        Outcome wrong = Outcome.of(stream("gzip", packed));
        assertThat(wrong.bytes()).isEqualTo(CONTENT);
        assertThat(wrong.failure()).contains("checksum");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "lz4"})
    void skippableFramesMayComeFirst(String format) throws IOException {
        byte[] frame = ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0x184D2A50)
                .putInt(4)
                .array();
        byte[] packed = joined(frame, frame, packed(format));
        View found = Views.load().matching(new Head(packed, new byte[0], packed.length, ""));
        assertThat(Objects.requireNonNull(found).name()).isEqualTo(format);
        assertThat(Outcome.of(stream(format, packed)).bytes()).isEqualTo(CONTENT);
    }

    /** A zip of one member, packed by a method. */
    private static byte[] zip(int method, byte[] packed, long crc, String comment) {
        ByteBuffer zip =
                ByteBuffer.allocate(packed.length + 200 + comment.length()).order(ByteOrder.LITTLE_ENDIAN);
        zip.putInt(0x04034b50).putShort((short) 45).putShort((short) 0).putShort((short) method);
        zip.putInt(0)
                .putInt((int) crc)
                .putInt(packed.length)
                .putInt(CONTENT.length)
                .putShort((short) 1)
                .putShort((short) 0);
        zip.put((byte) 'a').put(packed);
        int directory = zip.position();
        zip.putInt(0x02014b50)
                .putShort((short) 45)
                .putShort((short) 45)
                .putShort((short) 0)
                .putShort((short) method);
        zip.putInt(0)
                .putInt((int) crc)
                .putInt(packed.length)
                .putInt(CONTENT.length)
                .putShort((short) 1);
        zip.putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) 0)
                .putInt(0)
                .putInt(0);
        zip.put((byte) 'a');
        int length = zip.position() - directory;
        zip.putInt(0x06054b50)
                .putInt(0)
                .putShort((short) 1)
                .putShort((short) 1)
                .putInt(length)
                .putInt(directory);
        zip.putShort((short) comment.length()).put(comment.getBytes(StandardCharsets.US_ASCII));
        return Arrays.copyOf(zip.array(), zip.position());
    }

    private static long crc() {
        CRC32 crc = new CRC32();
        crc.update(CONTENT);
        return crc.getValue();
    }

    @Test
    void membersOfAZipMayBePackedInOtherWays() throws IOException {
        assertThat(ReadArchive.zip(new Damage(zip(12, packed("bzip2"), crc(), "")))
                        .file("a"))
                .isEqualTo(CONTENT);
        assertThat(ReadArchive.zip(new Damage(zip(93, packed("zstd"), crc(), "")))
                        .file("a"))
                .isEqualTo(CONTENT);
        assertThat(ReadArchive.zip(new Damage(zip(95, packed("xz"), crc(), ""))).file("a"))
                .isEqualTo(CONTENT);
        assertThat(ReadArchive.zip(new Damage(zip(1, packed("xz"), crc(), "")))
                        .unread()
                        .get("a"))
                .contains("method 1,");
    }

    @Test
    void aWrongChecksumInAZipIsAnError() throws IOException {
        byte[] wrong = zip(12, packed("bzip2"), crc() ^ 1, "");
        assertThat(ReadArchive.zip(new Damage(wrong)).unread().get("a")).isEqualTo("damaged: its checksum is wrong");
    }

    /** Its bytes count, as those of a gzip do. */
    @Test
    void aWrongChecksumOfAStoredFileOfAZipIsAnError() throws IOException {
        byte[] right = zip(0, CONTENT, crc(), "");
        assertThat(ReadArchive.zip(new Damage(right)).file("a")).isEqualTo(CONTENT);
        byte[] wrong = zip(0, CONTENT, crc() ^ 1, "");
        assertThat(ReadArchive.zip(new Damage(wrong)).unread())
                .isEqualTo(Map.of("a", "damaged: its checksum is wrong"));
        right[1000] ^= 1;
        Unit stored =
                view("zip").look(new Damage(right), Siblings.NONE, null).units().get(0);
        UnitChannel channel = stored.open();
        byte[] data = new byte[CONTENT.length];
        // In pieces from the end, as several threads may read them.
        for (int at = CONTENT.length - 1000; at >= 0; at -= 1000) {
            assertThat(channel.read(at, data, at, 1000)).isEqualTo(1000);
        }
        assertThatThrownBy(channel::close).hasMessage("damaged: its checksum is wrong");
        // What was read in part cannot be checked.
        UnitChannel part = stored.open();
        part.read(0, data, 0, 5000);
        part.close();
    }

    @Test
    void aCommentMayLookLikeTheEndOfAZip() throws IOException {
        for (String comment : new String[] {"PK\5\6", "PK\5\6" + "\0".repeat(18), "PK\5\6" + "x".repeat(300)}) {
            byte[] zip = zip(12, packed("bzip2"), crc(), comment);
            ReadArchive read = ReadArchive.zip(new Damage(zip));
            assertThat(read.files()).containsOnlyKeys("a");
            assertThat(read.unread()).isEmpty();
        }
    }

    /** 125 GiB in 166 KB: each name leads to the same 64 MiB. */
    @Test
    @Timeout(60)
    void manyNamesOfOneStreamAreRefusedAtOnce() throws IOException {
        byte[] same = new byte[64 << 20];
        Arrays.fill(same, (byte) 'x');
        MadeZip one = MadeZip.begin().file("x", same, ZipEntry.DEFLATED, MadeZip.Sizes.IN_HEADER);
        byte[] whole = one.end();
        byte[] entry = Arrays.copyOfRange(whole, one.size(), whole.length - 22);
        byte[] last = Arrays.copyOfRange(whole, whole.length - 22, whole.length);
        ByteArrayOutputStream zip = new ByteArrayOutputStream();
        zip.write(whole, 0, one.size());
        for (int i = 0; i < 2000; i++) {
            zip.writeBytes(entry);
        }
        ByteBuffer.wrap(last)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort(8, (short) 2000)
                .putShort(10, (short) 2000)
                .putInt(12, 2000 * entry.length);
        zip.writeBytes(last);
        assertThat(zip.size()).isLessThan(200_000);
        assertThatThrownBy(() -> ReadArchive.zip(new Damage(zip.toByteArray())))
                .hasMessage("its files overlap, as in an archive made to unpack without end");
        // Without the directory there is one file.
        byte[] cut = Arrays.copyOf(zip.toByteArray(), one.size());
        assertThat(ReadArchive.zip(new Damage(cut)).files()).containsOnlyKeys("x");
    }

    @Test
    void filesOfAZipThatOverlapAreRefused() throws IOException {
        byte[] zip = zip(12, packed("bzip2"), crc(), "");
        ByteBuffer in = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
        int end = zip.length - 22;
        int directory = in.getInt(end + 16);
        byte[] entry = Arrays.copyOfRange(zip, directory, end);
        byte[] last = Arrays.copyOfRange(zip, end, zip.length);
        ByteBuffer.wrap(last)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort(8, (short) 2)
                .putShort(10, (short) 2)
                .putInt(12, 2 * entry.length);
        byte[] twice = joined(Arrays.copyOf(zip, directory), entry, entry, last);
        assertThatThrownBy(() -> ReadArchive.zip(new Damage(twice)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("overlap");
    }
}
