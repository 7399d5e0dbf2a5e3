package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.profile.Profiles;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.result.ProfileResult;
import io.compscan.testing.Mounted;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The profile of Btrfs against the extents of a real one. */
class BtrfsExtentsTest {

    /** What duperemove shares. */
    private static final long BLOCK_BYTES = 128 << 10;

    private static final int PAGE_BYTES = 4096;

    @TempDir
    Path temporary;

    /** Text that shrinks to a third or so, or noise. */
    private static byte[] content(Random random, int bytes) {
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        if (random.nextInt(4) > 0) {
            for (int i = 0; i < bytes; i++) {
                content[i] = (byte) "etaoin shrdlu\n".charAt(Math.floorMod(content[i], 14));
            }
        }
        return content;
    }

    /** A disk of which some is written, here and there, in pages. */
    private static void writeDisk(Path file, Random random) throws IOException {
        try (RandomAccessFile disk = new RandomAccessFile(file.toFile(), "rw")) {
            long position = 0;
            while (position < 40L << 20) {
                position += (1L + random.nextInt(100)) * PAGE_BYTES;
                disk.seek(position);
                byte[] written = content(random, (1 + random.nextInt(300)) * PAGE_BYTES);
                disk.write(written);
                position += written.length;
            }
            disk.setLength(position + (64L << 20));
        }
    }

    /** Three states of files of noise and text: bytes change in place, and files are cut short. */
    private static void writeStates(Path directory, Random random) throws IOException {
        List<byte[]> files = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            byte[] file = new byte[0];
            while (file.length < 300_000) {
                byte[] more = content(random, 20_000 + random.nextInt(400_000));
                int old = file.length;
                file = Arrays.copyOf(file, old + more.length);
                System.arraycopy(more, 0, file, old, more.length);
            }
            files.add(file);
        }
        for (int state = 0; state < 3; state++) {
            Path states = Files.createDirectory(directory.resolve("state" + state));
            for (int i = 0; i < files.size(); i++) {
                byte[] file = files.get(i);
                if (state > 0 && random.nextInt(3) == 0) {
                    file = Arrays.copyOf(file, file.length - random.nextInt(2) * random.nextInt(file.length / 2));
                    file[random.nextInt(file.length)]++;
                    files.set(i, file);
                }
                Files.write(states.resolve("file" + i), file);
            }
        }
    }

    /**
     * What compsize says of all extents, and what is predicted for them.
     *
     * @param leftBlocks as many whole blocks at most may be left that the model shares
     */
    private static void compare(Mounted mounted, double tolerance, int leftBlocks, long seed) throws Exception {
        FileTreeSource source = new FileTreeSource(List.of(mounted.directory()), WalkOptions.ALL);
        ScanOptions options = Scans.options(List.of(PAGE_BYTES), List.of()).withProfiles(Profiles.parse("btrfs-zstd"));
        ProfileResult predicted = Scans.scan(source, options).profiles().get(0);
        long extents = predicted.chunkBytes();
        String table = Programs.run("compsize", "-b", mounted.directory().toString());
        Matcher total = Pattern.compile("(?m)^TOTAL\\s+\\S+\\s+(\\d+)").matcher(table);
        assertThat(total.find()).as(table).isTrue();
        double real = Double.parseDouble(total.group(1));
        long left = Math.max(0, Math.min(leftBlocks, Math.round((real - extents) / (double) BLOCK_BYTES)));
        // The kernel's Zstandard is another version.
        assertThat((double) (extents + left * BLOCK_BYTES))
                .as("seed %d, %s", seed, predicted)
                .isCloseTo(real, within(tolerance * extents));
    }

    /** Chunks and the stretches of 512 KiB in which Btrfs gives up begin behind holes, so the bytes are those of all extents. */
    @Test
    @Needs({"mkfs.btrfs", "compsize", "sync"})
    void extentsOfSparseFilesBeginBehindHoles() throws Exception {
        try (Mounted mounted = new Mounted(temporary, "compress-force=zstd", "mkfs.btrfs", "-q")) {
            long seed = System.nanoTime();
            writeDisk(mounted.directory().resolve("disk"), new Random(seed));
            Programs.run("sync");
            compare(mounted, 0.002, 0, seed);
        }
    }

    /** Noise is one extent, and duperemove shares it as a whole; text is shared piece by piece. */
    @Test
    @Needs({"mkfs.btrfs", "compsize", "duperemove", "sync"})
    void noiseIsSharedAsAWhole() throws Exception {
        try (Mounted mounted = new Mounted(temporary, "compress-force=zstd", "mkfs.btrfs", "-q")) {
            long seed = System.nanoTime();
            Random random = new Random(seed);
            fill(mounted, random);
            writeStates(mounted.directory(), random);
            share(mounted);
            // With the seed 51848254191768 duperemove leaves a block that the model shares, each time; why is not
            // known.
            compare(mounted, 0.002, 1, seed);
        }
    }

    /** A disk with holes, in three states: bytes change in place. */
    @Test
    @Needs({"mkfs.btrfs", "compsize", "duperemove", "sync"})
    void extentsOfSparseFilesAreSharedAsAWhole() throws Exception {
        try (Mounted mounted = new Mounted(temporary, "compress-force=zstd", "mkfs.btrfs", "-q")) {
            long seed = System.nanoTime();
            Random random = new Random(seed);
            fill(mounted, random);
            Path disk = temporary.resolve("disk");
            writeDisk(disk, random);
            for (int state = 0; state < 3; state++) {
                Programs.run("cp", "--sparse=always", disk, mounted.directory().resolve("disk" + state));
                try (RandomAccessFile written = new RandomAccessFile(disk.toFile(), "rw")) {
                    for (int i = 0; i < 6; i++) {
                        written.seek(random.nextInt(40 << 20));
                        written.write(1 + random.nextInt(255));
                    }
                }
            }
            share(mounted);
            compare(mounted, 0.002, 0, seed);
        }
    }

    /** A new file system has room for 8 MiB in one place, and extents are cut where it ends. */
    private static void fill(Mounted mounted, Random random) throws IOException {
        byte[] filler = new byte[12 << 20];
        random.nextBytes(filler);
        Files.write(mounted.directory().resolve("filler"), filler);
        Programs.run("sync");
    }

    private static void share(Mounted mounted) throws IOException {
        Programs.run("sync");
        Programs.run("duperemove", "-qdr", "-b", "128k", mounted.directory());
        Programs.run("sync");
    }
}
