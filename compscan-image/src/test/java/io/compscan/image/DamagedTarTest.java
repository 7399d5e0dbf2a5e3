package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tars with damaged headers: files before and behind them are read, and what is skipped is told once for each place. */
class DamagedTarTest extends TarFixture {

    private static final int TRIES = Integer.getInteger("compscan.fuzz.tries", 300);

    @Test
    void aDamagedHeaderCostsItsFile() throws IOException {
        MadeTar made = files(MadeTar.posix(), 5);
        byte[] whole = made.end();
        int at = made.headers.get(2);
        for (boolean isWrongSum : List.of(true, false)) {
            byte[] tar = whole.clone();
            if (isWrongSum) {
                tar[at + 150] ^= 1;
            } else {
                overwrite(tar, at);
            }
            ReadArchive read = read(tar);
            assertThat(read.files()).containsOnlyKeys("file0", "file1", "file3", "file4");
            assertThat(read.file("file3")).isEqualTo(read(whole).file("file3"));
            assertThat(read.unread())
                    .containsExactlyEntriesOf(Map.of("(byte " + at + ")", "damaged header, 1536 bytes skipped"));
            assertThat(read.unreadBytes()).isEqualTo(1536);
        }
    }

    @Test
    void twoPlacesAreToldEach() throws IOException {
        MadeTar made = files(MadeTar.gnu(), 6);
        byte[] tar = made.end();
        overwrite(tar, made.headers.get(1));
        overwrite(tar, made.headers.get(4));
        ReadArchive read = read(tar);
        assertThat(read.files()).containsOnlyKeys("file0", "file2", "file3", "file5");
        assertThat(read.unread()).hasSize(2);
        assertThat(read.unreadBytes()).isEqualTo(2 * 1536);
    }

    /** Damage at the end takes no zeros with it. */
    @Test
    void theLastHeaderIsToldToTheEndOfItsFile() throws IOException {
        MadeTar made = files(MadeTar.posix(), 3);
        byte[] tar = made.end();
        overwrite(tar, made.headers.get(2));
        ReadArchive read = read(tar);
        assertThat(read.files()).containsOnlyKeys("file0", "file1");
        assertThat(read.unread()).hasSize(1);
        assertThat(read.unreadBytes()).isEqualTo(1536);
    }

    /** The search reads large blocks, each byte once, however the channel hands them out. */
    @Test
    void aLargeFileIsSkippedInOneGo() throws IOException {
        MadeTar made = MadeTar.posix()
                .file("first", noise(10))
                .file("large", noise(5 << 20))
                .file("last", noise(10));
        byte[] tar = made.end();
        overwrite(tar, made.headers.get(1));
        AtomicLong reads = new AtomicLong();
        AtomicLong readBytes = new AtomicLong();
        ReadArchive read = ReadArchive.tar(counted(tar, reads, readBytes, Integer.MAX_VALUE));
        assertThat(read.files()).containsOnlyKeys("first", "last");
        assertThat(read.unreadBytes()).isEqualTo(RECORD + (5 << 20));
        assertThat(readBytes.get()).isLessThan(tar.length + (32 << 10));
        assertThat(reads.get()).isLessThan(20);
        assertThat(ReadArchive.tar(counted(tar, reads, readBytes, 700)).files()).containsOnlyKeys("first", "last");
    }

    @Test
    void manyDamagedPlacesReadNoByteTwice() throws IOException {
        MadeTar made = files(MadeTar.posix(), 4000);
        byte[] tar = made.end();
        for (int i = 1; i < 4000; i += 2) {
            overwrite(tar, made.headers.get(i));
        }
        AtomicLong readBytes = new AtomicLong();
        ReadArchive read = ReadArchive.tar(counted(tar, new AtomicLong(), readBytes, Integer.MAX_VALUE));
        assertThat(read.files()).hasSize(2000);
        assertThat(read.unread()).hasSize(2000);
        // Each header comes with the bytes behind it, and each file is read.
        assertThat(readBytes.get()).isLessThan(5L * tar.length);
    }

    private Unit counted(byte[] tar, AtomicLong reads, AtomicLong readBytes, int most) {
        Damage whole = new Damage(tar);
        UnitChannel channel = whole.open();
        return new Unit() {
            @Override
            public String name() {
                return "disk";
            }

            @Override
            public String extension() {
                return "tar";
            }

            @Override
            public long sizeBytes() {
                return tar.length;
            }

            @Override
            public UnitChannel open() {
                return new UnitChannel() {
                    @Override
                    public int read(long position, byte[] data, int offset, int length) throws IOException {
                        int wanted = most == Integer.MAX_VALUE ? length : Math.min(length, 1 + random.nextInt(most));
                        int got = channel.read(position, data, offset, wanted);
                        reads.incrementAndGet();
                        readBytes.addAndGet(Math.max(0, got));
                        return got;
                    }

                    @Override
                    public void close() {}
                };
            }
        };
    }

    /** Its headers are as sound as those of the archive, so its files appear beside it; GNU tar does the same. The zeros at its end end nothing. */
    @Test
    void aTarWithinALostFileShowsItsFiles() throws IOException {
        byte[] inner = MadeTar.posix()
                .file("inner0", noise(10))
                .file("inner1", noise(10))
                .end();
        MadeTar made =
                MadeTar.posix().file("first", noise(10)).file("a.tar", inner).file("last", noise(10));
        byte[] tar = made.end();
        assertThat(read(tar).files()).containsOnlyKeys("first", "a.tar", "last");
        overwrite(tar, made.headers.get(1));
        ReadArchive read = read(tar);
        assertThat(read.files()).containsOnlyKeys("first", "inner0", "inner1", "last");
        assertThat(read.unreadBytes()).isEqualTo(RECORD);
    }

    /** A checksum is weak, so headers without the word {@code ustar} count only where others have none. */
    @Test
    void headersOfOldAreFoundInAnOldArchive() throws IOException {
        MadeTar made = files(MadeTar.old(), 4);
        byte[] tar = made.end();
        overwrite(tar, made.headers.get(1));
        assertThat(read(tar).files()).containsOnlyKeys("file0", "file2", "file3");

        MadeTar mixed = files(MadeTar.posix(), 2);
        byte[] content = files(MadeTar.old(), 2).end();
        byte[] other = mixed.file("old.tar", content).file("last", noise(10)).end();
        overwrite(other, mixed.headers.get(2));
        assertThat(read(other).files()).containsOnlyKeys("file0", "file1", "last");
    }

    @Test
    void aFileWithADamagedBeginningIsNoArchive() {
        MadeTar made = files(MadeTar.posix(), 3);
        byte[] tar = made.end();
        overwrite(tar, 0);
        assertThatThrownBy(() -> read(tar)).isInstanceOf(IOException.class).hasMessage("the first header is damaged");
    }

    /** The library takes it for one whatever the checksum. */
    @Test
    void aWrongSumOfTheFirstHeaderIsDamageAsAnyOther() throws IOException {
        MadeTar made = files(MadeTar.posix(), 3);
        byte[] tar = made.end();
        tar[1] ^= 1;
        ReadArchive read = read(tar);
        assertThat(read.files()).containsOnlyKeys("file1", "file2");
        assertThat(read.unreadBytes()).isEqualTo(1536);
    }

    @Test
    void zerosEndAnArchiveThatIsWhole() throws IOException {
        MadeTar made = files(MadeTar.posix(), 2);
        byte[] tar = Arrays.copyOf(made.end(), 30720);
        byte[] more = files(MadeTar.posix(), 3).end();
        System.arraycopy(more, 0, tar, 20480, more.length);
        assertThat(read(tar).files()).hasSize(2);
        assertThat(read(tar).unread()).isEmpty();
    }

    /** The map of the pieces of such a file may be of any length. The library looks for the next header a record too late. */
    @Test
    void aSparseFileOfPosixAndTheFileBehindItAreRead(@TempDir Path directory) throws IOException {
        for (int pieces : new int[] {3, 100}) {
            byte[] sparse = new byte[pieces * (64 << 10)];
            try (SeekableByteChannel file = Files.newByteChannel(
                    directory.resolve("sparse" + pieces), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                for (int i = 0; i < pieces; i++) {
                    byte[] piece = noise(700);
                    int at = i * (64 << 10) + (60 << 10);
                    System.arraycopy(piece, 0, sparse, at, piece.length);
                    file.position(at).write(ByteBuffer.wrap(piece));
                }
                file.position(sparse.length - 1).write(ByteBuffer.wrap(new byte[1]));
            }
            Files.write(directory.resolve("z"), noise(10));
            Programs.runIn(directory, "tar", "--format=posix", "-S", "-cf", "a.tar", "sparse" + pieces, "z");
            assertThat(Files.size(directory.resolve("a.tar")))
                    .as("it is sparse")
                    .isLessThan(sparse.length);
            ReadArchive read = read(Files.readAllBytes(directory.resolve("a.tar")));
            assertThat(read.unread()).isEmpty();
            assertThat(read.files()).containsOnlyKeys("sparse" + pieces, "z");
            assertThat(read.file("sparse" + pieces)).isEqualTo(sparse);
        }
    }

    /** GNU tar is the judge of what can be found. */
    @Test
    void gnuTarFindsTheSame(@TempDir Path directory) throws IOException {
        for (int i = 0; i < 20; i++) {
            MadeTar made = files(random.nextBoolean() ? MadeTar.posix() : MadeTar.gnu(), 12);
            byte[] tar = made.end();
            for (int damages = 1 + random.nextInt(4); damages > 0; damages--) {
                overwrite(tar, made.headers.get(1 + random.nextInt(11)));
            }
            Files.write(directory.resolve("a.tar"), tar);
            String names = Programs.runIn(directory, "sh", "-c", "tar -tf a.tar 2>/dev/null || true");
            assertThat(read(tar).files().keySet())
                    .containsExactlyElementsOf(names.lines().toList());
        }
    }

    /** A file with a sound header that can be reached is read, whatever is damaged. Read and skipped bytes are no more than the archive has. */
    @Test
    void randomDamageCostsNoOtherFile() throws IOException {
        long firstSeed = Long.getLong("compscan.seed", System.nanoTime());
        System.out.println("damaging tars, " + TRIES + " cases from seed " + firstSeed);
        for (int i = 0; i < TRIES; i++) {
            random.setSeed(firstSeed + i);
            MadeTar made = random.nextBoolean() ? MadeTar.posix() : MadeTar.gnu();
            int files = 2 + random.nextInt(10);
            List<byte[]> contents = new ArrayList<>();
            for (int f = 0; f < files; f++) {
                contents.add(noise(1 + random.nextInt(3000)));
                made.file("file" + f, contents.get(f));
            }
            byte[] tar = made.end();
            boolean[] isHurt = new boolean[files];
            for (int damages = random.nextInt(5); damages > 0; damages--) {
                int f = 1 + random.nextInt(files - 1);
                int at = made.headers.get(f) + random.nextInt(257);
                byte old = tar[at];
                tar[at] = (byte) random.nextInt();
                isHurt[f] |= tar[at] != old;
            }
            ReadArchive read = read(tar);
            String seed = "seed " + (firstSeed + i);
            long bytes = read.unreadBytes();
            for (int f = 0; f < files; f++) {
                // Nobody notices what stands behind the digits of a checksum.
                if (!isHurt[f] || read.files().containsKey("file" + f)) {
                    assertThat(read.files().get("file" + f)).as(seed).isEqualTo(contents.get(f));
                    bytes += RECORD + (contents.get(f).length + RECORD - 1) / RECORD * RECORD;
                }
            }
            assertThat(bytes).as(seed).isEqualTo(made.size());
        }
    }
}
