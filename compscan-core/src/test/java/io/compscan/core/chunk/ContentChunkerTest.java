package io.compscan.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The fast chunkers against the plain ones of {@link ReferenceChunker}, and what is to be expected of content-defined cuts. */
class ContentChunkerTest {

    private static final Map<String, ReferenceChunker> CHUNKERS = new LinkedHashMap<>();

    static {
        CHUNKERS.put("gear:512", ReferenceChunker.gear(512, 128, 4096, 0));
        CHUNKERS.put("gear:1024,min=64,max=2048", ReferenceChunker.gear(1024, 64, 2048, 0));
        CHUNKERS.put("gear:512,min=512,max=512,seed=9", ReferenceChunker.gear(512, 512, 512, 9));
        CHUNKERS.put(
                "fastcdc:512", ReferenceChunker.fastCdc(512, 128, 4096, 0x0000d90003530000L, 0x0000000018035100L, 0));
        CHUNKERS.put(
                "fastcdc:1024,min=64,max=1024,nc=3",
                ReferenceChunker.fastCdc(1024, 64, 1024, 0x0000d90303530000L, 0x0000000018035100L, 0));
        CHUNKERS.put(
                "fastcdc:1024,min=1000,max=1100,nc=3",
                ReferenceChunker.fastCdc(1024, 1000, 1100, 0x0000d90303530000L, 0x0000000018035100L, 0));
        CHUNKERS.put(
                "fastcdc:512,min=500,max=3001,nc=0,seed=77",
                ReferenceChunker.fastCdc(512, 500, 3001, 0x0000019000353000L, 0x0000019000353000L, 77));
        CHUNKERS.put("rabin:512", ReferenceChunker.rabin(512, 128, 4096, 48, 0xbfe6b8a5bf378d83L, 0x78));
        CHUNKERS.put(
                "rabin:1024,min=32,max=1500,window=32,poly=0x145c2b6a1",
                ReferenceChunker.rabin(1024, 32, 1500, 32, 0x145c2b6a1L, 0x78));
        CHUNKERS.put(
                "rabin:512,window=64,poly=0x3da3358b4dc173,value=0",
                ReferenceChunker.rabin(512, 128, 4096, 64, 0x3DA3358B4DC173L, 0));
        CHUNKERS.put("buzhash:512,max=3000,window=63", ReferenceChunker.buzhash(511, 128, 3000, 63, 0));
        CHUNKERS.put(
                "buzhash:1024,min=1,max=1100,window=1000,seed=5", ReferenceChunker.buzhash(1023, 1, 1100, 1000, 5));
        // 512 / (1.33237515 - 1.42888852e-7 * 512) = 384.3
        CHUNKERS.put("casync:512", ReferenceChunker.casync(384, 1, 128, 2048, 48));
        CHUNKERS.put("casync:1000,min=900,max=1100", ReferenceChunker.casync(900, 1, 900, 1100, 48));
        CHUNKERS.put("pxar:512", ReferenceChunker.casync(1024, 3, 128, 2048, 64));
        CHUNKERS.put("pxar:1024,min=64,max=1500", ReferenceChunker.casync(2048, 3, 64, 1500, 64));
        CHUNKERS.put("kopia:512", ReferenceChunker.kopia(511, 256, 1024));
        CHUNKERS.put("kopia:1024,min=64,max=1500", ReferenceChunker.kopia(1023, 64, 1500));
        CHUNKERS.put("ae:512", ReferenceChunker.ae(293, 301, 4096));
        CHUNKERS.put("ae:600,min=590,max=700", ReferenceChunker.ae(345, 590, 700));
        CHUNKERS.put("ram:1024", ReferenceChunker.ram(768, 769, 8192));
        CHUNKERS.put("ram:1100,min=1000,max=1100", ReferenceChunker.ram(844, 1000, 1100));
    }

    /** However a region is cut into slabs, and wherever they lie in memory, its chunks are those of the definition. */
    @Property(tries = 4000)
    @Slow
    void slabsDoNotShow(@ForAll("specs") String spec, @ForAll("kinds") Kind kind, @ForAll long seed) {
        Random random = new Random(seed);
        // What takes parts of a slab at once shows in long ones only, which take their time to compare.
        boolean isLong = random.nextInt(8) == 0;
        byte[] data = kind.bytes(random, random.nextInt(isLong ? 150_000 : 40_000));
        Chunker chunker = ChunkerSpecs.parse(spec).get(0);
        assertThat(chunker.name()).isEqualTo(spec);
        int usualSlab = isLong ? 50_000 : random.nextBoolean() ? 12_000 : 900;
        assertThat(lengths(chunker, data, random, usualSlab))
                .as("%s over %s bytes of %s data", spec, data.length, kind)
                .isEqualTo(CHUNKERS.get(spec).lengths(data));
    }

    /** Each slab in a buffer of its own, with what the one before has left unfinished in front of it, as a scan does it. */
    private static List<Integer> lengths(Chunker chunker, byte[] data, Random random, int usualSlab) {
        Cutter cutter = chunker.cutter();
        List<Integer> lengths = new ArrayList<>();
        int chunkStart = 0;
        int from = 0;
        do {
            int to = Math.min(data.length, from + random.nextInt(2 * usualSlab));
            int room = random.nextInt(70);
            byte[] buffer = new byte[room + to - chunkStart + random.nextInt(70)];
            random.nextBytes(buffer);
            System.arraycopy(data, chunkStart, buffer, room, to - chunkStart);
            int scannedFrom = room + from - chunkStart;
            int end = room + to - chunkStart;
            byte[] bodyOnly = buffer.clone();
            Arrays.fill(bodyOnly, 0, scannedFrom, (byte) 0x5a);
            cutter.scan(bodyOnly, scannedFrom, end);
            ChunkList chunks = new ChunkList();
            int cut = cutter.cut(buffer, new CutRange(room, scannedFrom, end, chunkStart, to == data.length), chunks);
            int expectedOffset = room;
            for (int i = 0; i < chunks.size(); i++) {
                assertThat(chunks.offset(i)).isEqualTo(expectedOffset);
                lengths.add(chunks.length(i));
                expectedOffset += chunks.length(i);
            }
            assertThat(cut).isEqualTo(expectedOffset);
            assertThat(end - cut).isLessThan(chunker.maxChunkBytes());
            chunkStart += cut - room;
            from = to;
        } while (from < data.length);
        return lengths;
    }

    @Property(tries = 300)
    void aRegionInOnePieceIsCutTheSame(@ForAll("specs") String spec, @ForAll("kinds") Kind kind, @ForAll long seed) {
        Random random = new Random(seed);
        byte[] data = kind.bytes(random, random.nextInt(5000));
        assertThat(lengths(spec, data)).isEqualTo(CHUNKERS.get(spec).lengths(data));
    }

    /** Whether the last chunks are cut must not depend on what lies behind the region. */
    @Property(tries = 300)
    void aRegionMayEndNextToACut(@ForAll("specs") String spec, @ForAll("kinds") Kind kind, @ForAll long seed) {
        byte[] data = kind.bytes(new Random(seed), 9000);
        int firstCut = CHUNKERS.get(spec).lengths(data).get(0);
        for (int end = Math.max(0, firstCut - 2); end <= firstCut + 2; end++) {
            byte[] region = Arrays.copyOf(data, end);
            assertThat(lengths(spec, region))
                    .as("%s bytes", end)
                    .isEqualTo(CHUNKERS.get(spec).lengths(region));
        }
    }

    private static List<Integer> lengths(String spec, byte[] region) {
        ChunkList chunks = new ChunkList();
        ChunkerSpecs.parse(spec).get(0).cutter().cutRegion(region, 0, region.length, 0, chunks);
        List<Integer> lengths = new ArrayList<>();
        for (int i = 0; i < chunks.size(); i++) {
            lengths.add(chunks.length(i));
        }
        return lengths;
    }

    @Property(tries = 300)
    void zeroRunsCountWhatWouldBeCut(@ForAll("specs") String spec, @ForAll long seed) {
        Random random = new Random(seed);
        Chunker chunker = ChunkerSpecs.parse(spec).get(0);
        int bytes = random.nextInt(30_000);
        boolean endsRegion = random.nextBoolean();
        Cutter cutter = chunker.cutter();
        byte[] zeros = new byte[bytes];
        ChunkList chunks = new ChunkList();
        cutter.scan(zeros, 0, bytes);
        int cut = cutter.cut(zeros, new CutRange(0, 0, bytes, 0, endsRegion), chunks);
        Chunker.ZeroRun run = chunker.zeroRun(1000, 1000 + bytes, endsRegion);
        if (endsRegion || chunks.size() == 0 || chunks.length(0) == chunker.maxChunkBytes()) {
            assertThat(run).isEqualTo(new Chunker.ZeroRun(chunks.size(), cut));
        } else {
            assertThat(run.bytes()).isEqualTo(cut);
        }
    }

    /** Kopia's window is as long as two turns of the hash, so all zeros have the hash 0, and a chunk of them ends at the minimum. */
    @Test
    void zerosOfKopiaEndAtTheMinimum() {
        Chunker chunker = ChunkerSpecs.parse("kopia:64k").get(0);
        assertThat(chunker.zeroRun(0, 1L << 40, true)).isEqualTo(new Chunker.ZeroRun(1L << 25, 1L << 40));
        assertThat(chunker.zeroRun(0, (1L << 40) + 1, true))
                .isEqualTo(new Chunker.ZeroRun((1L << 25) + 1, (1L << 40) + 1));
        assertThat(chunker.zeroRun(0, (1L << 40) + 1, false)).isEqualTo(new Chunker.ZeroRun(1L << 25, 1L << 40));
    }

    /** The fault of the kernel that everybody copies: a disk image is full of zeros. */
    @Test
    void zerosEndInChunksOfTheMaximum() {
        for (String spec : List.of(
                "rabin:8k",
                "rabin:4k,min=1k,window=32,poly=0x145c2b6a1",
                "gear:8k",
                "fastcdc:8k",
                "buzhash:64k",
                "casync:64k",
                "pxar:64k",
                "ae:8k",
                "ram:8k")) {
            Chunker chunker = ChunkerSpecs.parse(spec).get(0);
            ChunkList chunks = new ChunkList();
            int bytes = 4 * chunker.maxChunkBytes() + 1;
            chunker.cutter().cutRegion(new byte[bytes], 0, bytes, 0, chunks);
            assertThat(chunks.size()).as(spec).isEqualTo(5);
            assertThat(chunker.zeroRun(0, 1L << 40, true).chunkCount())
                    .as(spec)
                    .isEqualTo((1L << 40) / chunker.maxChunkBytes());
        }
    }

    @Test
    void theAverageOfRandomDataIsTheExpectedOne() {
        byte[] data = new byte[24 << 20];
        new Random(4).nextBytes(data);
        for (String spec : List.of(
                "rabin:4k",
                "gear:4k",
                "fastcdc:4k",
                "fastcdc:8k,nc=0",
                "casync:4k",
                "pxar:4k",
                "kopia:4k",
                "ae:4k",
                "ram:4k")) {
            Chunker chunker = ChunkerSpecs.parse(spec).get(0);
            ChunkList chunks = new ChunkList();
            chunker.cutter().cutRegion(data, 0, data.length, 0, chunks);
            assertThat((double) data.length / chunks.size() / chunker.expectedChunkBytes())
                    .as(spec)
                    .isBetween(0.96, 1.04);
        }
    }

    /** What content-defined chunking is for. Fixed chunks lose everything behind the byte. */
    @Test
    void aByteMoreAtTheFrontChangesAFewChunks() {
        byte[] data = new byte[4 << 20];
        new Random(6).nextBytes(data);
        byte[] shifted = new byte[data.length + 1];
        System.arraycopy(data, 0, shifted, 1, data.length);
        for (String spec : List.of(
                "rabin:8k",
                "gear:8k",
                "fastcdc:8k",
                "buzhash:8k",
                "casync:8k",
                "pxar:8k",
                "kopia:8k",
                "ae:8k",
                "ram:8k")) {
            Chunker chunker = ChunkerSpecs.parse(spec).get(0);
            Set<String> before = chunks(chunker, data);
            Set<String> after = chunks(chunker, shifted);
            after.removeAll(before);
            assertThat(after.size()).as("%s, of %s chunks", spec, before.size()).isBetween(1, 20);
        }
        Set<String> fixed = chunks(new FixedChunker(8192), shifted);
        fixed.removeAll(chunks(new FixedChunker(8192), data));
        assertThat(fixed).hasSize((4 << 20) / 8192 + 1);
    }

    private static Set<String> chunks(Chunker chunker, byte[] data) {
        ChunkList chunks = new ChunkList();
        chunker.cutter().cutRegion(data, 0, data.length, 0, chunks);
        Set<String> contents = new HashSet<>();
        for (int i = 0; i < chunks.size(); i++) {
            contents.add(new String(data, chunks.offset(i), chunks.length(i), StandardCharsets.ISO_8859_1));
        }
        return contents;
    }

    /** What data looks like. */
    enum Kind {
        RANDOM {
            @Override
            byte[] bytes(Random random, int length) {
                byte[] data = new byte[length];
                random.nextBytes(data);
                return data;
            }
        },
        ZERO {
            @Override
            byte[] bytes(Random random, int length) {
                return new byte[length];
            }
        },
        REPETITIVE {
            @Override
            byte[] bytes(Random random, int length) {
                byte[] data = new byte[length];
                byte[] period = new byte[1 + random.nextInt(random.nextBoolean() ? 5 : 3000)];
                random.nextBytes(period);
                for (int i = 0; i < length; i++) {
                    data[i] = period[i % period.length];
                }
                return data;
            }
        },
        FEW_VALUES {
            @Override
            byte[] bytes(Random random, int length) {
                byte[] data = new byte[length];
                int values = 1 + random.nextInt(3);
                for (int i = 0; i < length; i++) {
                    data[i] = (byte) (random.nextInt(values + 1) * 0x55);
                }
                return data;
            }
        },
        MIXED {
            @Override
            byte[] bytes(Random random, int length) {
                byte[] data = new byte[length];
                for (int at = 0; at < length; ) {
                    Kind kind = List.of(RANDOM, ZERO, REPETITIVE, FEW_VALUES).get(random.nextInt(4));
                    byte[] part = kind.bytes(random, Math.min(length - at, 1 + random.nextInt(6000)));
                    System.arraycopy(part, 0, data, at, part.length);
                    at += part.length;
                }
                return data;
            }
        },
        REAL {
            @Override
            byte[] bytes(Random random, int length) {
                Path file = Path.of(System.getProperty("java.home"), "lib", "server", "libjvm.so");
                try (RandomAccessFile library = new RandomAccessFile(file.toFile(), "r")) {
                    byte[] data = new byte[length];
                    library.seek((long) (random.nextDouble() * (library.length() - length)));
                    library.readFully(data);
                    return data;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };

        abstract byte[] bytes(Random random, int length);
    }

    @Provide
    Arbitrary<String> specs() {
        return Arbitraries.of(CHUNKERS.keySet());
    }

    @Provide
    Arbitrary<Kind> kinds() {
        return Arbitraries.of(Kind.class);
    }
}
