package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.profile.Allocation;
import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Costs.Rate;
import io.compscan.core.profile.Packing;
import io.compscan.core.profile.Profile;
import io.compscan.core.scan.measure.FileSelection;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What data takes on target systems, against what a plain program makes of it chunk by chunk. */
class ProfileScanTest {

    private static final Costs FIVE_A_CHUNK = Costs.of(Map.of(
            Rate.ANY_CASE,
            BigDecimal.valueOf(1000),
            Rate.FILE,
            BigDecimal.TEN,
            Rate.CHUNK,
            BigDecimal.valueOf(5),
            Rate.REFERENCE,
            new BigDecimal("0.5")));

    private static Profile profile(String name, int chunkBytes, String compressor, Allocation allocation) {
        return new Profile(
                name,
                "A system",
                "https://example.org",
                List.of(),
                List.of("It is none."),
                new FixedChunker(chunkBytes),
                CompressorSpec.parse(compressor),
                allocation,
                FIVE_A_CHUNK,
                Costs.NONE);
    }

    private static final List<Profile> PROFILES = List.of(
            profile("sectors", 4096, "lz4", new Allocation(0, 512, List.of(), 0.125, 0, false, null)),
            profile("buckets", 8192, "lz4", new Allocation(0, 1, List.of(2048, 4096, 8192), 0, 0, false, null)),
            profile("shared", 8192, "deflate", new Allocation(0, 1024, List.of(), 0, 0, true, null)),
            profile("headed", 4096, "zstd", new Allocation(24, 64, List.of(), 0, 3, false, null)),
            profile(
                    "packed",
                    4096,
                    "lz4",
                    new Allocation(0, 4096, List.of(), 0, 2, false, new Packing(4096, 4000, 3000, 5, 4))),
            // Each fragment is aligned to a whole block, so that how they are packed is known.
            profile(
                    "tails",
                    8192,
                    "lz4",
                    new Allocation(
                            0,
                            1024,
                            List.of(),
                            0,
                            2,
                            false,
                            new Packing(1024, 1024, 1024, Integer.MAX_VALUE, 4, true, 64, 1024, null, 0))),
            profile("raw", 4096, "none", new Allocation(0, 4096, List.of(), 0, 0, false, null)));

    /** Random bytes that shrink to anything, with many repetitions and zeros. */
    private static MemorySource data(Random random) {
        MemorySource source = new MemorySource();
        byte[][] blocks = new byte[40][4096];
        for (int i = 1; i < blocks.length; i++) {
            byte[] noise = new byte[random.nextInt(4096) + 1];
            random.nextBytes(noise);
            System.arraycopy(noise, 0, blocks[i], 0, noise.length);
        }
        for (int unit = 0; unit < 1 + random.nextInt(20); unit++) {
            byte[] content = new byte[random.nextInt(60_000)];
            for (int at = 0; at < content.length; at += 4096) {
                byte[] block = blocks[random.nextInt(blocks.length)];
                System.arraycopy(block, 0, content, at, Math.min(4096, content.length - at));
            }
            source.add("u" + unit, content);
        }
        return source;
    }

    /** The distinct chunks that are not all zero, and how often each occurs. */
    private static Map<ByteBuffer, Long> chunks(MemorySource source, int chunkBytes) {
        Map<ByteBuffer, Long> chunks = new HashMap<>();
        source.units().forEach(unit -> {
            byte[] content = ((MemorySource.MemoryUnit) unit).content();
            for (int at = 0; at < content.length; at += chunkBytes) {
                byte[] chunk = Arrays.copyOfRange(content, at, Math.min(content.length, at + chunkBytes));
                if (!Arrays.equals(chunk, new byte[chunk.length])) {
                    chunks.merge(ByteBuffer.wrap(chunk), 1L, Long::sum);
                }
            }
        });
        return chunks;
    }

    private static long ceil(double a) {
        return (long) Math.ceil(a);
    }

    /** What one chunk takes on each system that does not pack, header included, in words of its own. */
    private static long expected(String name, int length, int stored, long references) {
        return switch (name) {
            case "sectors" -> {
                long rounded = ceil(stored / 512.0) * 512;
                yield rounded <= length * 0.875 ? rounded : ceil(length / 512.0) * 512;
            }
            case "buckets" -> stored <= 2048 ? 2048 : stored <= 4096 ? 4096 : 8192;
            case "shared" -> {
                long whole = ceil(stored * 8192.0 / length);
                yield ceil(ceil(whole / 1024.0) * 1024 * length / 8192.0);
            }
            case "headed" -> {
                long rounded = ceil((stored + 24) / 64.0) * 64;
                long kept = stored < length && rounded <= length ? rounded : ceil((length + 24) / 64.0) * 64;
                yield kept * ceil(references / 3.0);
            }
            case "tails" -> {
                long kept = ceil(stored / 1024.0) * 1024 <= length ? stored : length;
                long blocks = ceil(kept / 1024.0) + (kept % 1024 > 1024 - 64 ? 1 : 0);
                yield ceil(references / 2.0) * (kept % 1024 == 0 ? kept : blocks * 1024 - 64);
            }
            case "raw" -> 4096;
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static long copies(String name, long references) {
        return switch (name) {
            case "headed" -> ceil(references / 3.0);
            case "packed", "tails" -> ceil(references / 2.0);
            default -> 1;
        };
    }

    @Property(tries = 60)
    @Slow
    void asAPlainProgramHasIt(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 3) int readers,
            @ForAll @IntRange(min = 1, max = 3) int workers)
            throws Exception {
        MemorySource source = data(new Random(seed));
        ScanOptions options = Scans.options(List.of(16_384), List.of())
                .withThreads(readers, workers)
                .withCompressSample(CompressSample.OFF)
                .withProfiles(PROFILES);
        ScanResult result = Scans.scan(source, options);

        assertThat(result.profiles())
                .extracting(ProfileResult::profile)
                .containsExactly("sectors", "buckets", "shared", "headed", "packed", "tails", "raw");
        for (ProfileResult found : result.profiles()) {
            Profile profile = PROFILES.get(result.profiles().indexOf(found));
            Map<ByteBuffer, Long> chunks = chunks(source, profile.chunker().maxChunkBytes());
            long physicalBytes = 0;
            long copiesBytes = 0;
            long laidOutBytes = 0;
            long references = 0;
            try (Compressor compressor = profile.compressor().open()) {
                for (Map.Entry<ByteBuffer, Long> chunk : chunks.entrySet()) {
                    byte[] bytes = chunk.getKey().array();
                    int stored = compressor.storedBytes(bytes, 0, bytes.length);
                    physicalBytes += stored;
                    references += chunk.getValue();
                    copiesBytes += (copies(found.profile(), chunk.getValue()) - 1) * stored;
                    if (!found.profile().equals("packed")) {
                        laidOutBytes += expected(found.profile(), bytes.length, stored, chunk.getValue());
                    }
                }
            }
            long headerBytes = found.profile().equals("headed") ? 24L * chunks.size() : 0;
            long metadataBytes =
                    ceil(1000 + 10 * source.units().size() + 5 * chunks.size() + 0.5 * references) + headerBytes;
            assertThat(found.physicalBytes()).isEqualTo(physicalBytes);
            assertThat(found.copiesBytes()).as(found.profile()).isEqualTo(copiesBytes);
            assertThat(found.metadataBytes()).isEqualTo(metadataBytes);
            assertThat(found.roundingBytes()).isNotNegative();
            assertThat(found.allocatedBytesLow()).isEqualTo(found.allocatedBytes());
            assertThat(found.allocatedBytesHigh()).isEqualTo(found.allocatedBytes());
            if (!found.profile().equals("packed")) {
                assertThat(found.allocatedBytes() - metadataBytes)
                        .as(found.profile())
                        .isEqualTo(laidOutBytes - headerBytes);
            } else {
                assertThat((found.allocatedBytes() - metadataBytes) % 4096).isZero();
            }
        }
    }

    @Property(tries = 15)
    void theSameForAnyThreadsAndInLittleMemory(@ForAll long seed) throws Exception {
        MemorySource source = data(new Random(seed));
        ScanOptions options = Scans.options(List.of(4096), List.of(CompressorSpec.parse("lz4")))
                .withProfiles(PROFILES)
                .withThreads(1, 1);
        ScanResult alone = Scans.scan(source, options);
        assertThat(Scans.scan(source, options.withThreads(3, 3)).profiles()).isEqualTo(alone.profiles());
    }

    @Test
    @Slow
    void theSameWhereTheIndexGoesToDisk(@TempDir Path spill) throws Exception {
        Random random = new Random(11);
        MemorySource source = new MemorySource();
        byte[] content = new byte[40_000_000];
        for (int at = 0; at < content.length; at += 512) {
            byte[] noise = new byte[1 + random.nextInt(512)];
            random.nextBytes(noise);
            System.arraycopy(noise, 0, content, at, Math.min(noise.length, content.length - at));
        }
        source.add("once", content).add("twice", content);
        List<Profile> profiles = List.of(
                profile(
                        "packed",
                        512,
                        "lz4",
                        new Allocation(0, 512, List.of(), 0, 0, false, new Packing(512, 500, 400, 5, 4))),
                profile("sectors", 512, "lz4", new Allocation(8, 64, List.of(), 0.125, 0, false, null)));
        ScanOptions options = Scans.options(List.of(512), List.of()).withProfiles(profiles);
        ScanResult inMemory = Scans.scan(source, options);
        ScanOptions.IndexMemory little =
                new ScanOptions.IndexMemory(1 << 20, 32, SpillSpace.in(List.of(spill), Long.MAX_VALUE));
        assertThat(Scans.scan(source, options.withMemory(little)).profiles()).isEqualTo(inMemory.profiles());
        assertThat(inMemory.profiles().get(0).roundingBytes()).isPositive();
    }

    @Test
    void aCompressorOfASystemRunsOnItsChunksAlone() throws Exception {
        MemorySource source = data(new Random(5));
        ScanOptions plain = Scans.options(List.of(4096, 32_768), List.of(CompressorSpec.parse("zstd:1")));
        ScanResult without = Scans.scan(source, plain);
        ScanResult with = Scans.scan(source, plain.withProfiles(PROFILES));

        assertThat(with.layouts())
                .extracting(Layout::chunking)
                .containsExactly("fixed:4096", "fixed:32768", "fixed:8192");
        assertThat(with.layouts())
                .extracting(ProfileScanTest::compressors)
                .containsExactly(
                        List.of("zstd:1", "lz4", "zstd", "none"), List.of("zstd:1"), List.of("lz4", "deflate"));
        assertThat(with.layouts().get(1)).isEqualTo(without.layouts().get(1));
        assertThat(with.layouts().get(0).compression().get(0))
                .isEqualTo(without.layouts().get(0).compression().get(0));
    }

    private static List<String> compressors(Layout layout) {
        return layout.compression().stream().map(Compression::compressor).toList();
    }

    @Test
    void filesOnTheirOwnHaveTheSameLayouts() throws Exception {
        MemorySource source = data(new Random(6));
        ScanOptions options = Scans.options(List.of(16_384), List.of())
                .withProfiles(PROFILES)
                .withPerFile(new FileSelection(true, 0, Set.of()));
        ScanResult result = Scans.scan(source, options);
        assertThat(result.files()).hasSize(source.units().size());
        assertThat(result.profiles()).hasSize(PROFILES.size());
    }

    @Test
    void superblocksAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scans.options(List.of(4096), List.of())
                        .withProfiles(PROFILES)
                        .withSuperblockBytes(65_536))
                .withMessageContaining("exclude each other");
    }
}
