package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.View;
import io.compscan.testing.Programs;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives of many writers against what they have packed: the same files with the same bytes. A writer that is missing is skipped. */
@Slow
class ArchiveOracleTest {

    @TempDir
    Path directory;

    /** Small, empty and long-named files, and a sparse one of 9 GiB if asked for. */
    private void makeTree(boolean isLarge) throws IOException {
        Path tree = Files.createDirectories(directory.resolve("d"));
        Programs.runIn(
                tree, "sh", "-c", "head -c 300000 /dev/urandom > random; yes text | head -c 100000 > text; : > empty");
        Files.writeString(tree.resolve("n".repeat(200)), "long");
        Files.writeString(tree.resolve("\u00fcml\u00e4ut \u65e5\u672c \ud83d\ude00"), "name");
        Programs.runIn(tree, "sh", "-c", "cat \"$(command -v bash)\" | head -c 700000 > program");
        Path deep = Files.createDirectories(tree.resolve("e".repeat(100)).resolve("f".repeat(100)));
        Files.writeString(deep.resolve("g".repeat(100)), "deep");
        Programs.runIn(
                tree,
                "sh",
                "-c",
                "truncate -s 3M sparse; printf x | dd of=sparse bs=1 seek=1000000 conv=notrunc 2>/dev/null");
        if (isLarge) {
            Programs.runIn(
                    tree,
                    "sh",
                    "-c",
                    "printf begin > large; truncate -s 9663676421 large; printf end | dd of=large bs=1 seek=9663676000 conv=notrunc 2>/dev/null");
        }
    }

    private static String digest(InputStream in, long sizeBytes) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] data = new byte[1 << 16];
            long left = sizeBytes;
            for (int got; left > 0 && (got = in.read(data, 0, (int) Math.min(data.length, left))) > 0; left -= got) {
                digest.update(data, 0, got);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The size and a digest of each file; of a large one, of its beginning and its end. */
    private Map<String, String> expected() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (var paths = Files.walk(directory.resolve("d"))) {
            for (Path path : paths.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                long size = Files.size(path);
                try (InputStream in = Files.newInputStream(path)) {
                    String whole = digest(in, Math.min(size, 4 << 20));
                    in.skipNBytes(Math.max(0, size - (8 << 20)));
                    files.put(
                            directory.relativize(path).toString(),
                            size + " " + whole + (size > 8 << 20 ? digest(in, 4 << 20) : ""));
                }
            }
        }
        return files;
    }

    private static String found(Unit unit) throws IOException {
        if (unit.sizeBytes() == 0) {
            return "0 " + digest(InputStream.nullInputStream(), 0);
        }
        try (UnitChannel channel = unit.open()) {
            long size = unit.sizeBytes() < 0 ? Long.MAX_VALUE : unit.sizeBytes();
            Reading in = new Reading(channel, size);
            String whole = digest(in, 4 << 20);
            if (unit.sizeBytes() > 8 << 20) {
                in.position = size - (4 << 20);
                whole += digest(in, 4 << 20);
            }
            return (unit.sizeBytes() < 0 ? in.position : size) + " " + whole;
        }
    }

    private static final class Reading extends InputStream {
        private final UnitChannel channel;
        private final long size;
        private long position;

        Reading(UnitChannel channel, long size) {
            this.channel = channel;
            this.size = size;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] data, int offset, int length) throws IOException {
            if (position >= size) {
                return -1;
            }
            int got = channel.read(position, data, offset, (int) Math.min(length, size - position));
            position += Math.max(0, got);
            return got;
        }
    }

    private Looked look(String archive) throws InterruptedException {
        return Looked.at(EnumSet.of(View.Kind.ARCHIVES), List.of(), directory.resolve(archive));
    }

    /** Each command writes {@code archive} of {@code d}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "tar|tar --format=gnu -cf archive d",
                "tar|tar --format=posix -cf archive d",
                "tar|tar --format=gnu -S -cf archive d",
                "tar|tar --format=posix -S --sparse-version=0.0 -cf archive d",
                "tar|tar --format=posix -S --sparse-version=0.1 -cf archive d",
                "tar|tar --format=posix -S --sparse-version=1.0 -cf archive d",
                "tar|tar --format=gnu -V label -cf archive d",
                "tar|tar --format=posix -V label -cf archive d",
                "bsdtar|bsdtar --format=pax -cf archive d",
                "bsdtar|bsdtar --format=gnutar -cf archive d",
                "bsdtar|bsdtar --format=cpio -cf archive d",
                "bsdtar|bsdtar --format=newc -cf archive d",
                "bsdtar|bsdtar --format=zip -cf archive d",
                "cpio|find d | cpio -o -H newc > archive",
                "cpio|find d | cpio -o -H odc > archive",
                "cpio|find d | cpio -o -H bin > archive",
                "python3|python3 -c \"import tarfile; t = tarfile.open('archive', 'w', format=tarfile.PAX_FORMAT); t.add('d'); t.close()\"",
                "python3|python3 -c \"import tarfile; t = tarfile.open('archive', 'w', format=tarfile.GNU_FORMAT); t.add('d'); t.close()\"",
                "python3|python3 -c \"import shutil; shutil.make_archive('a', 'zip', '.', 'd')\" && mv a.zip archive",
                "zip|zip -qr a.zip d && mv a.zip archive",
                "zip|zip -qr -Z bzip2 a.zip d && mv a.zip archive",
                "zip|zip -qr - d > archive",
                "7z|7z a -bd -tzip a.zip d > /dev/null && mv a.zip archive",
                "7z|7z a -bd -tzip -mm=Deflate64 a.zip d > /dev/null && mv a.zip archive",
                "7z|7z a -bd -tzip -mm=BZip2 a.zip d > /dev/null && mv a.zip archive",
                "7z|7z a -bd -tzip -mm=LZMA a.zip d > /dev/null && mv a.zip archive",
                "7z|7z a -bd -ttar a.tar d > /dev/null && mv a.tar archive",
                "7z|7z a -bd -snl a.7z d > /dev/null && mv a.7z archive",
                "7z|7z a -bd -ms=off -mhc=off a.7z d > /dev/null && mv a.7z archive",
                "7z|7z a -bd -ms=2f a.7z d > /dev/null && mv a.7z archive",
                "7z|7z a -bd -ms=on -m0=LZMA a.7z d > /dev/null && mv a.7z archive",
                "7z|7z a -bd -ms=off -m0=BZip2 a.7z d > /dev/null && mv a.7z archive",
                "7z|7z a -bd -ms=on -m0=BZip2 -mmt=2 a.7z d > /dev/null && mv a.7z archive",
                "7z|7z a -bd -ms=on -m0=Deflate a.7z d > /dev/null && mv a.7z archive",
                "7z|7z a -bd -ms=on -m0=Deflate64 a.7z d > /dev/null && mv a.7z archive",
                "7z|7z a -bd -ms=on -m0=Copy a.7z d > /dev/null && mv a.7z archive",
                "7z|7z a -bd -ms=on -m0=Delta:4 -m1=LZMA2 a.7z d > /dev/null && mv a.7z archive",
                "7z|7z a -bd -ms=on -mf=BCJ a.7z d > /dev/null && mv a.7z archive",
                "7z|7z a -bd -ms=on -m0=BCJ2 -m1=LZMA -m2=LZMA -m3=LZMA -mb0s0:1 -mb0s1:2 -mb0s2:3 a.7z d > /dev/null && mv a.7z archive",
                "7z|7z a -bd -ms=on -m0=ARM64 -m1=LZMA2 a.7z d > /dev/null && mv a.7z archive",
                "7z|cp d/random d/more; rm d/random; 7z a -bd a.7z d > /dev/null; mv d/more d/random; 7z d -bd a.7z d/more > /dev/null; 7z u -bd a.7z d > /dev/null && mv a.7z archive",
                "bsdtar|LC_ALL=C.UTF-8 bsdtar --format=7zip -cf archive d"
            })
    void theFilesAreThoseThatWerePacked(String writer) throws Exception {
        String[] parts = writer.split("[|]", 2);
        Programs.assume(parts[0]);
        makeTree(parts[1].contains("-S ") || parts[1].contains("pax"));
        if (parts[1].contains("-snl")) {
            Files.createSymbolicLink(directory.resolve("d/link"), Path.of("text"));
        }
        Programs.runIn(directory, "bash", "-c", "set -o pipefail; " + parts[1]);
        Map<String, String> found = new TreeMap<>();
        String prefix = directory.resolve("archive") + "/";
        for (Unit unit : look("archive").units) {
            found.put(unit.name().substring(prefix.length()), found(unit));
        }
        assertThat(found).isEqualTo(expected());
    }

    /** Each command packs {@code file}; its own program has unpacked the same bytes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip|gzip -c file > archive",
                "gzip|(gzip -c file; gzip -c file; head -c 1000 /dev/zero) > archive",
                "pigz|pigz -c file > archive",
                "pigz|pigz -p 4 -b 128 -c file > archive",
                "bzip2|bzip2 -c file > archive",
                "bzip2|(bzip2 -c file; bzip2 -1 -c file) > archive",
                "xz|xz -T 4 --block-size=100000 -c file > archive",
                "xz|(xz -c file; head -c 8 /dev/zero; xz -0 -c file) > archive",
                "zstd|zstd -q --long=27 -c file > archive",
                "zstd|(zstd -q -c file; zstd -q -19 -c file) > archive",
                "pzstd|pzstd -q -c file > archive",
                "lz4|lz4 -q -c file > archive",
                "lz4|(lz4 -q -BD -c file; lz4 -q -9 -c file) > archive",
                "gzip|gzip -c /dev/null > archive.gz; mv archive.gz archive"
            })
    void aStreamIsThatOfItsOwnProgram(String writer) throws Exception {
        String[] parts = writer.split("[|]", 2);
        Programs.assume(parts[0]);
        String program = parts[0].equals("pzstd") ? "zstd" : parts[0];
        Programs.runIn(
                directory,
                "bash",
                "-c",
                "(head -c 400000 /dev/urandom; yes some text | head -c 3000000) > file; " + parts[1]);
        Programs.runIn(directory, "bash", "-c", program + " -dc < archive > unpacked");
        String name = "archive." + (program.equals("gzip") || program.equals("pigz") ? "gz" : program);
        Files.move(directory.resolve("archive"), directory.resolve(name));
        List<Unit> units = new ArrayList<>(look(name).units);
        assertThat(units).hasSize(1);
        Path unpacked = directory.resolve("unpacked");
        try (UnitChannel channel = units.get(0).open();
                InputStream in = Files.newInputStream(unpacked)) {
            assertThat(digest(new Reading(channel, Long.MAX_VALUE), Long.MAX_VALUE))
                    .isEqualTo(digest(in, Long.MAX_VALUE));
        }
    }
}
