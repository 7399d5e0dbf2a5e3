package io.compscan.image;

import com.github.luben.zstd.Zstd;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.Views;
import io.compscan.testing.Programs;
import io.compscan.testing.Survival;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.cpio.CpioArchiveEntry;
import org.apache.commons.compress.archivers.cpio.CpioArchiveOutputStream;
import org.apache.commons.compress.archivers.cpio.CpioConstants;
import org.apache.commons.compress.archivers.sevenz.SevenZArchiveEntry;
import org.apache.commons.compress.archivers.sevenz.SevenZMethod;
import org.apache.commons.compress.archivers.sevenz.SevenZMethodConfiguration;
import org.apache.commons.compress.archivers.sevenz.SevenZOutputFile;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorOutputStream;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.LZMAOutputStream;
import org.tukaani.xz.XZOutputStream;

/** Small archives that are whole, and a reader of bytes that may be one. */
final class AnyArchive {

    static final List<String> FORMATS =
            List.of("tar", "zip", "gzip", "zstd", "xz", "bzip2", "lz4", "lzma", "compress", "cpio", "sevenzip");

    private static final int MOST_BYTES = 4 << 20;
    /** Enough for what the writers choose. A damaged header may ask for as much as the limit, twice where damage follows. */
    private static final long UNPACK_BYTES = 8 << 20;

    private static final int MOST_MEMBERS = 100;
    private static final byte[] TEXT =
            "some text, and some text again ".repeat(20).getBytes(StandardCharsets.US_ASCII);

    private static final String SOLID_SEVEN_ZIP =
            "N3q8ryccAASPXyjJogAAAAAAAAAhAAAAAAAAAFqsEH8AOZvJ8udQuMXiXMLgFvjxjt9RsuKsW5uhfMGcYHavPe7rGf"
                    + "y5oQigD8N8AAAAgTMHrg/QxEs8nz9HQVjW/gJqJcpsbNhxWv2UBptQL2e79Q9miwszk8wRIdnfR6t4MRnLRxLGDflY"
                    + "iM8Ws63DGP8VvcI6+4RitthgbhI28cjTYwE+7yyPtWubu/4JGH2awk1Vwv6L62bLbMdh8KFp4AUAAAAXBiwBCXYABw"
                    + "sBAAEjAwEBBV0AEAAADICSCgETXHQoAAA=";

    private AnyArchive() {}

    /** Packs what is written to it. */
    private interface Packing {
        OutputStream into(OutputStream out) throws IOException;
    }

    /** Archives of a format. */
    static List<byte[]> wholes(String format, Path directory) throws IOException {
        return switch (format) {
            case "tar" ->
                List.of(tar(directory, "posix"), tar(directory, "gnu"), tar(directory, "ustar"), tar(directory, "v7"));
            case "zip" -> {
                byte[] deflated = zip(ZipEntry.DEFLATED);
                // The last one has no directory at its end.
                yield List.of(deflated, zip(ZipEntry.STORED), Arrays.copyOf(deflated, deflated.length - 100));
            }
            case "gzip" -> List.of(packed(GZIPOutputStream::new));
            case "zstd" -> List.of(Zstd.compress(TEXT));
            case "bzip2" -> List.of(packed(BZip2CompressorOutputStream::new));
            case "lz4" -> List.of(packed(FramedLZ4CompressorOutputStream::new));
            case "lzma" -> List.of(packed(out -> new LZMAOutputStream(out, new LZMA2Options(0), -1)));
            case "compress" -> List.of(compressed(TEXT));
            case "cpio" ->
                List.of(
                        cpio(CpioConstants.FORMAT_NEW),
                        cpio(CpioConstants.FORMAT_OLD_ASCII),
                        cpio(CpioConstants.FORMAT_OLD_BINARY));
            case "sevenzip" ->
                List.of(
                        sevenZip(SevenZMethod.LZMA2),
                        sevenZip(SevenZMethod.COPY),
                        sevenZip(SevenZMethod.DEFLATE, SevenZMethod.BCJ_X86_FILTER),
                        solidSevenZip());
            default -> List.of(packed(out -> new XZOutputStream(out, new LZMA2Options(0))));
        };
    }

    /**
     * A file of {@code compress}. Each code means one byte, and has 9 bits, the lowest first: the table is cleared before it needs more.
     *
     * <pre>
     *   1F 9D   90: up to 16 bits, with a code that clears the table   247 codes, 256 for "clear", 247 codes, ...
     * </pre>
     */
    static byte[] compressed(byte[] data) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {0x1f, (byte) 0x9d, (byte) 0x90});
        int codes = 0;
        int bits = 0;
        for (int i = 0; i < data.length; i++) {
            codes |= (data[i] & 0xff) << bits;
            bits += 9;
            if (i % 247 == 246) {
                codes |= 256 << bits;
                bits += 9;
            }
            while (bits >= Byte.SIZE) {
                out.write(codes);
                codes >>>= Byte.SIZE;
                bits -= Byte.SIZE;
            }
        }
        out.write(codes);
        return out.toByteArray();
    }

    private static byte[] sevenZip(SevenZMethod... methods) throws IOException {
        SeekableInMemoryByteChannel bytes = new SeekableInMemoryByteChannel();
        try (SevenZOutputFile out = new SevenZOutputFile(bytes)) {
            List<SevenZMethodConfiguration> all = new ArrayList<>();
            for (SevenZMethod method : methods) {
                Object options = method == SevenZMethod.LZMA2 ? new LZMA2Options(0) : null;
                all.add(new SevenZMethodConfiguration(method, options));
            }
            out.setContentMethods(all);
            for (String name : List.of("one", "d/other.txt", "empty")) {
                SevenZArchiveEntry entry = new SevenZArchiveEntry();
                entry.setName(name);
                out.putArchiveEntry(entry);
                out.write(name.equals("empty") ? new byte[0] : TEXT);
                out.closeArchiveEntry();
            }
        }
        return Arrays.copyOf(bytes.array(), (int) bytes.size());
    }

    /** Two files in one block, with a header that is packed. The archive is that of {@code 7z a -ms=on -m0=LZMA:d=64k}. */
    private static byte[] solidSevenZip() {
        return Base64.getDecoder().decode(SOLID_SEVEN_ZIP);
    }

    /** The same archive, whose header has the right checksums again, so that damage lies behind them. */
    static byte[] repaired(byte[] archive) {
        byte[] repaired = archive.clone();
        if (repaired.length >= 32) {
            ByteBuffer first = ByteBuffer.wrap(repaired).order(ByteOrder.LITTLE_ENDIAN);
            long from = 32 + first.getLong(12);
            long length = first.getLong(20);
            if (from >= 32 && length >= 0 && from <= repaired.length && length <= repaired.length - from) {
                first.putInt(28, sum(repaired, (int) from, (int) length));
            }
            first.putInt(8, sum(repaired, 12, 20));
        }
        return repaired;
    }

    private static int sum(byte[] data, int from, int length) {
        CRC32 sum = new CRC32();
        sum.update(data, from, length);
        return (int) sum.getValue();
    }

    private static byte[] cpio(short format) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (CpioArchiveOutputStream out = new CpioArchiveOutputStream(bytes, format)) {
            for (int i = 0; i < 3; i++) {
                CpioArchiveEntry entry = new CpioArchiveEntry(format, "file" + i, TEXT.length);
                entry.setMode(CpioConstants.C_ISREG | 0644);
                out.putArchiveEntry(entry);
                out.write(TEXT);
                out.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    /** Whether it can be read to its end. */
    static boolean survives(String what, String format, byte[] bytes) {
        Unit archive = new Damage(format.equals("sevenzip") ? repaired(bytes) : bytes.clone());
        View view = Objects.requireNonNull(Views.load().named(format)).withUnpackMemory(UNPACK_BYTES);
        List<Unit> members = new ArrayList<>();
        boolean isAnswered = Survival.of(what, IOException.class, () -> {
            members.addAll(view.look(archive, Siblings.NONE, null).units());
            return true;
        });
        // Each opening may take the dictionary anew, so the bound is that of one member.
        for (int i = 0; isAnswered && i < Math.min(members.size(), MOST_MEMBERS); i++) {
            Unit member = members.get(i);
            isAnswered = Survival.of(what, IOException.class, () -> {
                drain(member);
                return true;
            });
        }
        return isAnswered;
    }

    /** Reads from the start to the end, or as much as is enough. */
    private static void drain(Unit member) throws IOException {
        byte[] data = new byte[64 << 10];
        try (UnitChannel channel = member.open()) {
            long position = 0;
            int got = channel.read(position, data, 0, data.length);
            while (got >= 0 && position < MOST_BYTES) {
                if (got == 0 || got > data.length) {
                    throw new AssertionError(got + " bytes of " + data.length);
                }
                position += got;
                got = channel.read(position, data, 0, data.length);
            }
            if (member.sizeBytes() >= 0 && got < 0 && position != member.sizeBytes()) {
                throw new AssertionError(position + " bytes of " + member.sizeBytes() + ", and no word of it");
            }
        }
    }

    private static byte[] tar(Path parent, String format) throws IOException {
        Path directory = Files.createDirectory(parent.resolve(format));
        Files.write(directory.resolve("one"), TEXT);
        Files.createDirectory(directory.resolve("d"));
        Files.write(directory.resolve("d/other.txt"), new byte[] {1});
        Files.createSymbolicLink(directory.resolve("link"), Path.of("one"));
        if (!format.equals("v7") && !format.equals("ustar")) {
            Files.write(directory.resolve("long" + "x".repeat(150)), new byte[0]);
        }
        List<Object> command = new ArrayList<>(List.of("tar", "--format=" + format, "-b", "1"));
        command.addAll(List.of("-cf", "../all.tar", "--sort=name", "."));
        Programs.runIn(directory, command);
        Path archive = directory.resolveSibling("all.tar");
        byte[] bytes = Files.readAllBytes(archive);
        Files.delete(archive);
        return bytes;
    }

    private static byte[] zip(int method) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String name : List.of("one", "d/other.txt")) {
                ZipEntry entry = new ZipEntry(name);
                entry.setMethod(method);
                if (method == ZipEntry.STORED) {
                    CRC32 crc = new CRC32();
                    crc.update(TEXT);
                    entry.setCrc(crc.getValue());
                    entry.setSize(TEXT.length);
                }
                zip.putNextEntry(entry);
                zip.write(TEXT);
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] packed(Packing packing) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = packing.into(bytes)) {
            out.write(TEXT);
        }
        return bytes.toByteArray();
    }
}
