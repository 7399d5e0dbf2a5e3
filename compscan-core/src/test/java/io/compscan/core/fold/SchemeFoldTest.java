package io.compscan.core.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.compscan.result.Layout;
import io.compscan.result.Refcount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Folds of parts, merged, are the fold of the whole: threads, parts of a scan and sets rely on it. */
final class SchemeFoldTest {

    private static final int FULL = 4096;
    private static final int CHUNKS = 3000;
    private static final Scheme SCHEME = new Scheme(
            "fixed:4096",
            FULL,
            FULL,
            "sha1",
            List.of("none", "lz4", "zstd"),
            List.of(CompressSample.OFF, CompressSample.OFF, CompressSample.parse("10%")),
            0);

    private long references;
    private long bytes;

    /** Folds with the same chunks, divided among so many. */
    private List<SchemeFold> folds(int count) {
        List<SchemeFold> folds = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            folds.add(new SchemeFold(SCHEME));
        }
        Random random = new Random(8);
        references = 0;
        bytes = 0;
        for (int i = 0; i < CHUNKS; i++) {
            byte[] fingerprint = new byte[20];
            random.nextBytes(fingerprint);
            int length = i % 3 == 0 ? 1 + random.nextInt(FULL) : FULL;
            long times = i % 100 == 0 ? 5000 : 1 + i % 4;
            int stored = 1 + random.nextInt(length);
            references += times;
            bytes += times * length;
            folds.get(i % count).visit(fingerprint, times, length, new int[] {stored, (stored + 1) / 2});
        }
        return folds;
    }

    private Layout layout(SchemeFold fold) {
        return fold.layout(new ChunkSums(references, bytes, 0, 0), List.of());
    }

    @Test
    void mergedPartsAreTheWhole() {
        SchemeFold whole = folds(1).get(0);
        Layout expected = layout(whole);
        assertThat(expected.uniqueChunkCount()).isEqualTo(CHUNKS);
        assertThat(expected.refcounts().stream().mapToLong(Refcount::chunks).sum())
                .isEqualTo(CHUNKS);
        assertThat(expected.compression().get(1).compressibility()).hasSizeGreaterThan(10);
        List<SchemeFold> parts = folds(3);
        parts.get(0).merge(parts.get(1));
        parts.get(0).merge(parts.get(2));
        assertThat(layout(parts.get(0))).isEqualTo(expected);
        assertThat(parts.get(0).uniqueBytes()).isEqualTo(whole.uniqueBytes());
        for (int compressor = 0; compressor < 3; compressor++) {
            assertThat(parts.get(0).lastCompressedKey(compressor)).isEqualTo(whole.lastCompressedKey(compressor));
        }
        assertThat(whole.lastCompressedKey(0)).isEqualTo(-1L);
        assertThat(whole.lastCompressedKey(1)).isEqualTo(-1L);
    }

    @Test
    void damageOfOnePartIsThatOfTheWhole() {
        List<SchemeFold> parts = folds(2);
        parts.get(1).lose(new UncheckedIOException(new IOException("part 1: damaged")));
        parts.get(0).merge(parts.get(1));
        assertThat(parts.get(0).damage()).isEqualTo("part 1: damaged");
        List<SchemeFold> others = folds(2);
        others.get(0).lose(new UncheckedIOException(new IOException("part 0: damaged")));
        others.get(0).merge(others.get(1));
        assertThat(others.get(0).damage()).isEqualTo("part 0: damaged");
    }

    /** A chunk that is stored in more bytes than it has, or in none, was never measured. */
    @Test
    void impossibleSizesAreRefused() {
        for (int[] stored : new int[][] {{0, 1}, {101, 1}, {100, 101}, {100, -1}}) {
            SchemeFold fold = new SchemeFold(SCHEME);
            assertThatIllegalStateException().isThrownBy(() -> fold.visit(new byte[20], 1, 100, stored));
        }
        new SchemeFold(SCHEME).visit(new byte[20], 1, 100, new int[] {100, 0});
        new SchemeFold(SCHEME).visit(new byte[20], 1, 100, new int[] {1, 100});
    }
}
