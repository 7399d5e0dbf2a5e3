package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.library.Measure;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.ViewedSource;
import io.compscan.core.source.view.Views;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.testing.Needs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipMethod;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Containers on a medium that fails or lies: what is counted is right, and what is missing has a reason. {@code -Dcompscan.seed=N} repeats a run. */
@Timeout(600)
class LyingContainersTest {

    private static final int BLOCK = 4096;
    private static final int DISK_BLOCKS = 1024;
    private static final int TRIES = Integer.getInteger("compscan.lies", 60);

    @TempDir
    private Path directory;

    /** A medium: what it holds, and how it misbehaves. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Medium(String name, byte[] data, Lies lies) implements Unit, Source {

        @Override
        public List<String> paths() {
            return List.of("medium");
        }

        @Override
        public void walk(SourceVisitor visitor) throws InterruptedException {
            visitor.unit(this);
        }

        @Override
        public String extension() {
            return name.substring(name.lastIndexOf('.') + 1);
        }

        @Override
        public long sizeBytes() {
            return lies.claimedBytes;
        }

        @Override
        public UnitChannel open() throws IOException {
            if (lies.opensLeft.getAndDecrement() <= 0) {
                throw new NoSuchFileException(name);
            }
            return new UnitChannel() {
                @Override
                public int read(long position, byte[] to, int offset, int length) throws IOException {
                    lies.reads.incrementAndGet();
                    if (position >= lies.endBytes) {
                        return -1;
                    }
                    int from = (int) position;
                    int end = Math.min(from + Math.min(length, lies.mostBytes), lies.endBytes);
                    int next = lies.bad.nextSetBit(from / BLOCK);
                    if (next >= 0 && next * BLOCK < end) {
                        if (!lies.isShort || next * BLOCK <= from) {
                            throw new IOException("Input/output error");
                        }
                        end = next * BLOCK;
                    }
                    System.arraycopy(data, from, to, offset, end - from);
                    return end - from;
                }

                @Override
                public boolean hasChanged() {
                    return lies.isChanged;
                }

                @Override
                public void close() {}
            };
        }
    }

    /** The ways in which a medium misbehaves; none at first. */
    private static final class Lies {
        private final BitSet bad = new BitSet();
        private final AtomicInteger opensLeft = new AtomicInteger(Integer.MAX_VALUE);
        private final AtomicInteger reads = new AtomicInteger();
        private boolean isShort = true;
        private boolean isChanged;
        private int mostBytes = Integer.MAX_VALUE;
        private int endBytes;
        private long claimedBytes;

        private Lies(int bytes) {
            endBytes = bytes;
            claimedBytes = bytes;
        }

        /** Any mix of bad blocks, an early end, a wrong length, bytes in drips, names that vanish. */
        static Lies any(Random random, int bytes) {
            Lies lies = new Lies(bytes);
            int blocks = (bytes + BLOCK - 1) / BLOCK;
            if (random.nextBoolean()) {
                for (int i = random.nextInt(1, 5); i > 0; i--) {
                    int from = random.nextInt(blocks);
                    lies.bad.set(from, from + random.nextInt(1, 4));
                }
                lies.isShort = random.nextBoolean();
            }
            if (random.nextInt(4) == 0) {
                lies.endBytes = random.nextInt(bytes);
            }
            if (random.nextInt(4) == 0) {
                lies.claimedBytes = random.nextBoolean() ? random.nextInt(bytes) : bytes + random.nextLong(1L << 40);
            }
            if (random.nextInt(3) == 0) {
                lies.mostBytes = random.nextInt(1, 5000);
            }
            if (random.nextInt(6) == 0) {
                lies.opensLeft.set(random.nextInt(3));
            }
            lies.isChanged = random.nextInt(5) == 0;
            return lies;
        }

        @Override
        public String toString() {
            return "bad %s, short %s, end %d, claimed %d, at most %d, opens left %d, changed %s"
                    .formatted(bad, isShort, endBytes, claimedBytes, mostBytes, opensLeft.get(), isChanged);
        }
    }

    private static ScanResult scan(Medium medium, int readers) throws Exception {
        Views views = Views.load().of(EnumSet.of(View.Kind.ARCHIVES, View.Kind.IMAGES));
        Measure measure = Measure.defaults().threads(readers).chunk("4k").compress("none");
        return ScanRun.open(measure.request(ViewedSource.of(medium, views)))
                .run()
                .result();
    }

    /** Each block of the disk is another one, so its place in the image can be found. */
    @ParameterizedTest
    @Needs(also = Qemu.class)
    @CsvSource({
        "qcow2,qcow2,compat=1.1",
        "qcow2,qcow2,'cluster_size=4k'",
        "vmdk,vmdk,subformat=monolithicSparse",
        "vhd,vpc,subformat=dynamic",
        "vhdx,vhdx,block_size=1M",
        "vdi,vdi,static=off",
        "raw,raw,''"
    })
    void exactlyTheBadBlocksOfAnImageAreUnread(String extension, String format, String options) throws Exception {
        long seed = Fuzz.firstSeed(extension);
        Random random = new Random(seed);
        byte[] disk = new byte[DISK_BLOCKS * BLOCK];
        random.nextBytes(disk);
        Files.write(directory.resolve("disk"), disk);
        List<String> command = new ArrayList<>(List.of("convert", "-f", "raw", "-O", format, "disk", "image"));
        if (!options.isEmpty()) {
            command.addAll(1, List.of("-o", options));
        }
        Qemu.img(directory, command.toArray(String[]::new));
        byte[] image = Files.readAllBytes(directory.resolve("image"));
        int[] places = places(disk, image);
        BitSet data = blocksOfData(places, image.length);
        long diskBytes = scan(new Medium("image." + extension, image, new Lies(image.length)), 1)
                .totals()
                .logicalBytes();
        for (int readers = 1; readers <= 8; readers++) {
            Lies lies = new Lies(image.length);
            lies.isShort = random.nextBoolean();
            BitSet lost = new BitSet();
            for (int i = random.nextInt(1, 30); i > 0; i--) {
                int block = random.nextInt(DISK_BLOCKS);
                for (int bad = places[block] / BLOCK; bad * BLOCK < places[block] + BLOCK; bad++) {
                    lies.bad.set(bad, data.get(bad));
                }
            }
            for (int block = 0; block < DISK_BLOCKS; block++) {
                int next = lies.bad.nextSetBit(places[block] / BLOCK);
                lost.set(block, next >= 0 && next * BLOCK < places[block] + BLOCK);
            }
            ScanResult result = scan(new Medium("image." + extension, image, lies), readers);
            assertThat(result.totals().unreadBytes())
                    .as("seed %d, %d readers, %s: %s", seed, readers, lies, result.errors())
                    .isEqualTo((long) lost.cardinality() * BLOCK);
            assertThat(result.totals().logicalBytes()).isEqualTo(diskBytes);
        }
    }

    /** The blocks of the image that hold nothing but the disk's bytes. */
    private static BitSet blocksOfData(int[] places, int imageBytes) {
        int[] filled = new int[imageBytes / BLOCK + 2];
        for (int place : places) {
            filled[place / BLOCK] += BLOCK - place % BLOCK;
            filled[place / BLOCK + 1] += place % BLOCK;
        }
        BitSet data = new BitSet();
        for (int block = 0; block < filled.length; block++) {
            data.set(block, filled[block] == BLOCK);
        }
        return data;
    }

    /** Where each block of the disk lies in the image. */
    private static int[] places(byte[] disk, byte[] image) {
        Map<ByteBuffer, Integer> found = new HashMap<>();
        for (int at = 0; at + BLOCK <= image.length; at += 512) {
            found.put(ByteBuffer.wrap(image, at, 16), at);
        }
        int[] places = new int[DISK_BLOCKS];
        for (int block = 0; block < DISK_BLOCKS; block++) {
            int at = found.get(ByteBuffer.wrap(disk, block * BLOCK, 16));
            assertThat(Arrays.mismatch(disk, block * BLOCK, (block + 1) * BLOCK, image, at, at + BLOCK))
                    .isNegative();
            places[block] = at;
        }
        return places;
    }

    /** Archives that a test makes itself. */
    private enum Kind {
        TAR("tar") {
            @Override
            void write(Map<String, byte[]> files, OutputStream to) throws IOException {
                try (TarArchiveOutputStream archive = new TarArchiveOutputStream(to)) {
                    for (Map.Entry<String, byte[]> file : files.entrySet()) {
                        TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
                        entry.setSize(file.getValue().length);
                        archive.putArchiveEntry(entry);
                        archive.write(file.getValue());
                        archive.closeArchiveEntry();
                    }
                }
            }
        },
        TAR_GZ("tar.gz") {
            @Override
            void write(Map<String, byte[]> files, OutputStream to) throws IOException {
                TAR.write(files, new GZIPOutputStream(to));
            }
        },
        STORED_ZIP("zip") {
            @Override
            void write(Map<String, byte[]> files, OutputStream to) throws IOException {
                zip(files, to, ZipMethod.STORED);
            }
        },
        ZIP("zip") {
            @Override
            void write(Map<String, byte[]> files, OutputStream to) throws IOException {
                zip(files, to, ZipMethod.DEFLATED);
            }
        },
        GZ("gz") {
            @Override
            void write(Map<String, byte[]> files, OutputStream to) throws IOException {
                try (OutputStream out = new GZIPOutputStream(to)) {
                    for (byte[] content : files.values()) {
                        out.write(content);
                    }
                }
            }
        };

        private final String extension;

        Kind(String extension) {
            this.extension = extension;
        }

        abstract void write(Map<String, byte[]> files, OutputStream to) throws IOException;

        private static void zip(Map<String, byte[]> files, OutputStream to, ZipMethod method) throws IOException {
            Path file = Files.createTempFile("compscan-test", ".zip");
            try (ZipArchiveOutputStream archive = new ZipArchiveOutputStream(file.toFile())) {
                for (Map.Entry<String, byte[]> one : files.entrySet()) {
                    ZipArchiveEntry entry = new ZipArchiveEntry(one.getKey());
                    entry.setMethod(method.getCode());
                    archive.putArchiveEntry(entry);
                    archive.write(one.getValue());
                    archive.closeArchiveEntry();
                }
            }
            to.write(Files.readAllBytes(file));
            Files.delete(file);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void whatAnArchiveLosesHasAReason(Kind kind) throws Exception {
        long seed = Fuzz.firstSeed(kind.name());
        Random random = new Random(seed);
        Map<String, byte[]> files = new TreeMap<>();
        for (int i = 0; i < 12; i++) {
            byte[] content = new byte[random.nextInt(1, 60_000)];
            if (random.nextBoolean()) {
                random.nextBytes(content);
            } else {
                Arrays.fill(content, (byte) (1 + i));
            }
            files.put("dir/file" + i + ".bin", content);
        }
        ByteArrayOutputStream made = new ByteArrayOutputStream();
        kind.write(files, made);
        check(
                "all." + kind.extension,
                made.toByteArray(),
                files.values().stream().mapToInt(content -> content.length).sum(),
                random,
                seed);
    }

    @ParameterizedTest
    @Needs(also = Qemu.class)
    @CsvSource({
        "qcow2,qcow2,,''",
        "qcow2,qcow2,-c,''",
        "vmdk,vmdk,,''",
        "vmdk,vmdk,,subformat=streamOptimized",
        "vhd,vpc,,''",
        "vhdx,vhdx,,''",
        "vdi,vdi,,''"
    })
    void whatAnImageLosesHasAReason(String extension, String format, String flag, String options) throws Exception {
        long seed = Fuzz.firstSeed(extension + " " + options);
        Random random = new Random(seed);
        RawImage.write(directory.resolve("disk"), 2 << 20, seed);
        List<String> command = new ArrayList<>(List.of("convert", "-f", "raw", "-O", format, "disk", "image"));
        if (!options.isEmpty()) {
            command.addAll(1, List.of("-o", options));
        }
        if (flag != null) {
            command.add(1, flag);
        }
        Qemu.img(directory, command.toArray(String[]::new));
        check("image." + extension, Files.readAllBytes(directory.resolve("image")), 2 << 20, random, seed);
    }

    /** Either the numbers are those of the sound container, or an error or a change says why not. */
    private static void check(String name, byte[] container, long bytes, Random random, long seed) throws Exception {
        ScanResult sound = scan(new Medium(name, container, new Lies(container.length)), 2);
        assertThat(sound.errors()).isEmpty();
        // The disks of some formats have whole cylinders.
        assertThat(sound.totals().logicalBytes()).isBetween(bytes, bytes + bytes / 10);
        int lost = 0;
        for (int i = 0; i < TRIES; i++) {
            Lies lies = Lies.any(random, container.length);
            String what = "seed %d, try %d, %s".formatted(seed, i, lies);
            ScanResult result = scan(new Medium(name, container, lies), random.nextInt(1, 4));
            for (ReadError error : result.errors()) {
                assertThat(error.reason()).as(what).isNotBlank().doesNotContain("\n", "Exception", "java.");
            }
            assertThat(result.totals().unreadBytes()).as(what).isNotNegative();
            boolean isSound = result.layouts().equals(sound.layouts())
                    && result.totals().logicalBytes() == sound.totals().logicalBytes();
            lost += isSound ? 0 : 1;
            if (!isSound) {
                assertThat(result.errors()).as("lost without a word: %s", what).isNotEmpty();
            }
            // Each byte of a drip may be read some times, and the tries behind a bad range are some ten thousand.
            assertThat(lies.reads.get()).as(what).isLessThan(50_000 + 40_000_000 / Math.min(lies.mostBytes, BLOCK));
        }
        assertThat(lost).as("lies that cost something").isBetween(1, TRIES - 1);
    }
}
