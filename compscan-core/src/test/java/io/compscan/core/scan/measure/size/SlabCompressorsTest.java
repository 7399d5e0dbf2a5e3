package io.compscan.core.scan.measure.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.compress.SavedPages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SlabCompressorsTest {

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);

    /** Tells a size that depends on the bytes, and notes what it was asked for. */
    private static final class Asked implements Compressor {
        private final List<String> ranges = new ArrayList<>();
        private boolean isClosed;

        @Override
        public int compressedBytes(byte[] data, int offset, int length) {
            ranges.add(offset + "+" + length);
            return 1 + (data[offset] & 0xff) + length / 2;
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    /** Ranges of many slabs, more of them than a table has room for at first. */
    @Test
    void eachRangeOfASlabIsLookedAtOnce() {
        Asked asked = new Asked();
        byte[] data = new byte[5000];
        byte[] elsewhere = new byte[5000];
        try (RememberedSizes sizes = new RememberedSizes(asked)) {
            for (int slab = 0; slab < 20; slab++) {
                random.nextBytes(data);
                sizes.begin(data);
                asked.ranges.clear();
                Set<String> distinct = new HashSet<>();
                for (int i = 0; i < 1 + slab * 300; i++) {
                    int offset = random.nextInt(70);
                    int length = 1 + random.nextInt(70);
                    distinct.add(offset + "+" + length);
                    assertThat(sizes.compressedBytes(data, offset, length))
                            .as("seed %d", seed)
                            .isEqualTo(1 + (data[offset] & 0xff) + length / 2);
                }
                assertThat(asked.ranges).as("seed %d", seed).hasSameSizeAs(distinct);
                int before = asked.ranges.size();
                for (int i = 0; i < 3; i++) {
                    elsewhere[7] = (byte) (i + 1);
                    assertThat(sizes.compressedBytes(elsewhere, 7, 9)).isEqualTo(6 + i);
                }
                assertThat(asked.ranges).hasSize(before + 3);
            }
        }
        assertThat(asked.isClosed).isTrue();
    }

    /** Whoever asks first, and whether sizes are remembered or not. */
    @Test
    void sizesAreThoseOfCompressorsAlone() {
        List<CompressorSpec> specs = List.of(
                CompressorSpec.parse("lz4"),
                CompressorSpec.parse("zstd/run=512k"),
                CompressorSpec.parse("zstd/4k"),
                CompressorSpec.parse("zstd:1"),
                CompressorSpec.parse("nonzero"),
                CompressorSpec.parse("deflate:1/4k/shared"));
        byte[] data = new byte[100_000];
        try (SlabCompressors remembering = new SlabCompressors(true);
                SlabCompressors forgetful = new SlabCompressors(false)) {
            Map<CompressorSpec, List<Compressor>> compressors = new HashMap<>();
            specs.forEach(spec -> compressors.put(spec, List.of(remembering.open(spec), forgetful.open(spec))));
            for (int slab = 0; slab < 5; slab++) {
                for (int i = 0; i < data.length; i++) {
                    data[i] = (byte) random.nextInt(1 + (i >> 10));
                }
                remembering.begin(data);
                forgetful.begin(data);
                for (int turn = 0; turn < 200; turn++) {
                    CompressorSpec spec = specs.get(random.nextInt(specs.size()));
                    int offset = 4096 * random.nextInt(20) + (random.nextBoolean() ? random.nextInt(4096) : 0);
                    int length = random.nextBoolean() ? 4096 : 1 + random.nextInt(10_000);
                    try (Compressor alone = spec.open()) {
                        for (Compressor shared : compressors.get(spec)) {
                            assertThat(shared.storedBytes(data, offset, length))
                                    .as("seed %d, %s", seed, spec)
                                    .isEqualTo(alone.storedBytes(data, offset, length));
                        }
                        boolean savesPage = SavedPages.isPageSaved(alone.storedBytes(data, offset, length), length);
                        for (SlabCompressors opened : List.of(remembering, forgetful)) {
                            assertThat(opened.savedPages(spec).isPageSaved(data, offset, length))
                                    .as("seed %d, %s, pages", seed, spec)
                                    .isEqualTo(savesPage);
                        }
                    }
                }
            }
        }
    }
}
