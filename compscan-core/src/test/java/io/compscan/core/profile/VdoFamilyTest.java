package io.compscan.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.Grade;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sizes of the indexes of the family. */
class VdoFamilyTest {

    /** The table of Red Hat's requirements: 1 TB and 10 TB for each GB of memory, a quarter of that for 0.25 GB. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "vdo | 1024 | 65536 | 0 | 0.25 | 460500000",
                "vdo:index=0.25g | 1024 | 65536 | 0 | 0.25 | 460500000",
                "vdo:index=0.5g | 1024 | 131072 | 0 | 0.5 | 710500000",
                "vdo:index=0.75g | 1024 | 196608 | 0 | 0.75 | 960500000",
                "vdo:index=1g | 1024 | 262144 | 0 | 1 | 1210500000",
                "vdo:index=3g | 3072 | 262144 | 0 | 3 | 3210500000",
                "vdo:sparse=on | 10240 | 65536 | 9728 | 2.5 | 460500000",
                "vdo:index=1g,sparse=on | 10240 | 262144 | 9728 | 10 | 1210500000",
                "vdo:index=1024g,sparse=on | 10485760 | 262144 | 9961472 | 10240 | 1024210500000",
            })
    void hasTheSizesOfTheKernel(
            String name, int chapters, int chapterChunks, int sparseChapters, double tebibytes, long memoryBytes) {
        Profile profile = Profiles.named(name);
        assertThat(profile.index()).isEqualTo(new ChapterIndex(chapters, chapterChunks, sparseChapters, 32, 7));
        assertThat(profile.index().chunks() * 4096.0).isEqualTo(tebibytes * 0x1p40);
        assertThat(profile.memory().rates().get(Costs.Rate.ANY_CASE).longValueExact())
                .isEqualTo(memoryBytes);
    }

    @Test
    void isCheckedWhileItsIndexIsDense() {
        assertThat(Profiles.named("vdo:index=1g").checked())
                .isEqualTo(Profiles.named("vdo").checked());
        assertThat(Profiles.named("vdo:sparse=on").grade()).isEqualTo(Grade.MODELLED);
        assertThat(Profiles.named("vdo:flush=1m").grade()).isEqualTo(Grade.MODELLED);
    }

    @Test
    void flushesWhenItsWriterDoes() {
        Profile never = Profiles.named("vdo");
        Profile often = Profiles.named("vdo:flush=64k");
        assertThat(never.allocation().packing().flushBytes()).isZero();
        assertThat(often.allocation().packing().flushBytes()).isEqualTo(64 << 10);
        assertThat(often.title()).endsWith("flushed after each 64 KiB");
        assertThat(never.deviations()).anyMatch(text -> text.startsWith("The writer never flushes."));
        assertThat(often.deviations())
                .hasSameSizeAs(never.deviations())
                .noneMatch(text -> text.startsWith("The writer never flushes."));
    }

    /** The pages that volumes took, of 13,824, 19,968 and 44,800 blocks: one for each leaf, and three above each of the first 60. */
    @ParameterizedTest(name = "{0} blocks")
    @CsvSource({"13824, 72", "19968, 100", "44800, 224", "48720, 240", "100000, 304"})
    void hasThePagesOfTheBlockMap(long blocks, long pages) {
        Costs.Counts counts =
                new Costs.Counts(1, 0, blocks, blocks, blocks * 4096, Costs.Zeros.NONE, 0, Costs.Links.NONE);
        assertThat(Profiles.named("vdo").metadata().bytes(counts, 0) / 4096.0).isBetween(pages - 4.0, pages + 0.1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "chapters = 1, 'chapters = 1024', index.chapters must be 2 or more",
        "chapterChunks = 0, 'chapterChunks = 65_536', index.chapterChunks must be 1 or more",
        "sparseChapters = 1023, 'sparseChapters = 0', index.sparseChapters must be in 0 to index.chapters - 2",
        "window = 5, 'chapters = 1024', window",
    })
    void refusesAnIndexThatMakesNoSense(String line, String instead, String message) {
        String file = Profiles.toml("vdo").replace(instead, line).replace("name = \"vdo\"", "name = \"ours\"");
        assertThat(file).contains(line);
        assertThat(catchMessage(file)).contains("chunks.").contains(message);
    }

    private static String catchMessage(String file) {
        try {
            ProfileFile.parse(file.getBytes(StandardCharsets.UTF_8), "ours.toml");
            return "";
        } catch (ProfileFormatException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
