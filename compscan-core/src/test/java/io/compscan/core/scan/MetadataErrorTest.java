package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.profile.Allocation;
import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Costs.Rate;
import io.compscan.core.profile.Costs.Repeats;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.result.Cover;
import io.compscan.result.Evidence;
import io.compscan.result.ProfileResult;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The interval of what programs compress now better, now worse: the metadata of files, directories and links. */
class MetadataErrorTest {

    private static final BigDecimal NONE = BigDecimal.ZERO;
    private static final int FILES = 40;

    private static Costs costs(BigDecimal bytesPerFile, BigDecimal bytesPerChunk, double errorShare) {
        return new Costs(
                Map.of(Rate.FILE, bytesPerFile, Rate.CHUNK, bytesPerChunk, Rate.NAME_BYTE, BigDecimal.ONE),
                0,
                0,
                null,
                Repeats.CHARGED,
                null,
                errorShare);
    }

    private static Profile profile(Costs metadata) {
        return new Profile(
                "system",
                "A system",
                "https://example.org",
                List.of(),
                List.of(),
                new FixedChunker(4096),
                CompressorSpec.parse("none"),
                Allocation.EXACT,
                metadata,
                Costs.NONE);
    }

    /** Files of a chunk each, with names of six bytes. */
    private static MemorySource files() {
        MemorySource source = new MemorySource();
        Random random = new Random(1);
        for (int i = 0; i < FILES; i++) {
            byte[] bytes = new byte[1000];
            random.nextBytes(bytes);
            source.add("file" + (10 + i), bytes);
        }
        return source;
    }

    private static ProfileResult scan(Profile profile) throws Exception {
        return Scans.scan(files(), Scans.options(List.of(4096), List.of()).withProfiles(List.of(profile)))
                .profiles()
                .get(0);
    }

    /** Chunks are charged to the byte, so they widen nothing. */
    @Test
    void aShareOfWhatFilesAreCharged() throws Exception {
        ProfileResult found = scan(profile(costs(BigDecimal.valueOf(94), BigDecimal.valueOf(500), 0.25)));
        long treeBytes = FILES * (94 + 6);
        assertThat(found.metadataBytes()).isEqualTo(treeBytes + FILES * 500);
        assertThat(found.allocatedBytes()).isEqualTo(FILES * 1000 + found.metadataBytes());
        assertThat(found.allocatedBytesLow()).isEqualTo(found.allocatedBytes() - treeBytes / 4);
        assertThat(found.allocatedBytesHigh()).isEqualTo(found.allocatedBytes() + treeBytes / 4);
        assertThat(found.metadataBytesLow()).isEqualTo(found.metadataBytes() - treeBytes / 4);
        assertThat(found.metadataBytesHigh()).isEqualTo(found.metadataBytes() + treeBytes / 4);
        assertThat(found.physicalBytesLow()).isEqualTo(found.physicalBytesHigh());
        assertThat(found.roundingBytesLow()).isEqualTo(found.roundingBytesHigh());
    }

    /** 40 files take 280 bytes of names and inodes beside 40,000 of data; a tenth of that is below a thousandth, a sixth is not. */
    @Test
    void lessThanAThousandthIsNotTold() throws Exception {
        ProfileResult exact = scan(profile(costs(BigDecimal.ONE, NONE, 0.1)));
        assertThat(exact.allocatedBytesLow()).isEqualTo(exact.allocatedBytesHigh());
        assertThat(exact.metadataBytesLow()).isNull();
        ProfileResult unsure = scan(profile(costs(BigDecimal.ONE, NONE, 1.0 / 6)));
        assertThat(unsure.allocatedBytesHigh() - unsure.allocatedBytes()).isEqualTo(47);
    }

    /** What is drawn and how names compress are independent: their squares add up. */
    @Test
    void drawsAndMetadataTogether() throws Exception {
        byte[] noise = new byte[300_000];
        new Random(2).nextBytes(noise);
        // A name of 10,000 bytes' worth of metadata, of which half may be missing.
        Costs costs = costs(BigDecimal.valueOf(9995), NONE, 0.5);
        ProfileResult found = Scans.scan(
                        new MemorySource().add("noise", noise),
                        Scans.options(List.of(16_384), List.of()).withProfiles(List.of(Scans.drawing(costs))))
                .profiles()
                .get(0);
        assertThat(found.allocatedBytes()).isEqualTo(310_000);
        long open = Math.round(Math.hypot(5000, 0.0096 * 310_000));
        assertThat(found.allocatedBytesLow()).isEqualTo(310_000 - open);
        assertThat(found.allocatedBytesHigh()).isEqualTo(310_000 + open);
    }

    /** What a comparison has shown of a model widens its interval; without enough comparisons nothing is known. */
    @Test
    void theDeviationsOfACheckedModel() throws Exception {
        ProfileResult found = scan(checked(0.05));
        assertThat(found.allocatedBytes()).isEqualTo(FILES * 1000 + FILES * 6);
        assertThat(found.allocatedBytesLow()).isEqualTo(Math.round(FILES * 1006 * 0.95));
        assertThat(found.allocatedBytesHigh()).isEqualTo(Math.round(FILES * 1006 * 1.05));
        assertThat(found.intervalCovers()).contains(Cover.MODEL);
        ProfileResult unknown = scan(checked(null));
        assertThat(unknown.allocatedBytesLow()).isEqualTo(unknown.allocatedBytesHigh());
        assertThat(unknown.intervalCovers()).isEmpty();
    }

    private static Profile checked(@Nullable Double spread) {
        Profile plain = profile(costs(NONE, NONE, 0));
        return new Profile(
                plain.name(),
                plain.title(),
                plain.source(),
                plain.references(),
                plain.deviations(),
                Map.of(),
                plain.chunker(),
                List.of(),
                plain.compressor(),
                null,
                plain.allocation(),
                plain.metadata(),
                plain.memory(),
                null,
                new Evidence("p", List.of("1"), "all", 20, 40, -0.2, 0.1, 0.01, spread));
    }

    /** Programs whose names and attributes are compressed, or lie in leaves that are not full, say how far their figures may be off. */
    @Test
    void profilesOfProgramsHaveOne() {
        assertThat(Profiles.all().stream()
                        .filter(profile -> profile.metadata().errorShare() > 0)
                        .map(Profile::name))
                .containsExactlyInAnyOrder("restic", "rustic", "borg", "borg2", "kopia", "squashfs", "btrfs-zstd");
    }
}
