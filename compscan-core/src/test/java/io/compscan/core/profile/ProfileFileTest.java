package io.compscan.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.compscan.core.compress.CompressorSpec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileFileTest {

    private static final String WHOLE = """
            name = "mine"
            title = "An array of ours"
            source = "https://example.org/array.html"
            references = ["https://example.org/more"]
            deviations = ["It is pink."]

            [chunks]
            chunking = "fastcdc:16k,max=64k"
            compressor = "zstd:9"

            [allocation]
            headerBytes = 12
            granularityBytes = 512
            minSavings = 0.1
            maxReferences = 100

            [allocation.packing]
            blockBytes = 8192
            capacityBytes = 8000
            maxFragmentBytes = 4000
            maxFragments = 7
            openBlocks = 3

            [metadata]
            fixedBytes = 1_000
            bytesPerFile = 1
            bytesPerDirectory = 50
            bytesPerChunk = 0.1
            bytesPerReference = 2.5
            bytesPerLogicalByte = 0.001
            bytesPerStoredByte = 1e-3

            [memory]
            bytesPerChunk = 320
            """;

    private static Profile parse(String toml) throws ProfileFormatException {
        return ProfileFile.parse(toml.getBytes(StandardCharsets.UTF_8), "mine.toml");
    }

    /** Words change nothing that is counted. */
    @Test
    void theDigestOfTheRulesIsThatOfTheRulesAlone() throws Exception {
        String digest = ProfileJson.rulesDigest(parse(WHOLE));
        assertThat(digest).matches("[0-9a-f]{12}");
        assertThat(ProfileJson.rulesDigest(parse(WHOLE.replace("pink", "red").replace("\"mine\"", "\"yours\""))))
                .isEqualTo(digest);
        for (String rule : List.of("headerBytes = 12", "openBlocks = 3", "bytesPerStoredByte = 1e-3", "= 320")) {
            String other = WHOLE.replace(rule, rule.replaceAll("[0-9]+$", "4"));
            assertThat(ProfileJson.rulesDigest(parse(other))).as(rule).isNotEqualTo(digest);
        }
        String inOrder = WHOLE.replace("openBlocks = 3", "openBlocks = 3\ninFlightBytes = 65536");
        assertThat(ProfileJson.rulesDigest(parse(inOrder))).isNotEqualTo(digest);
        assertThat(ProfileJson.rulesDigest(parse(inOrder)))
                .isNotEqualTo(ProfileJson.rulesDigest(parse(inOrder.replace("65536", "32768"))))
                .isNotEqualTo(ProfileJson.rulesDigest(parse(inOrder.replace("65536", "65536\nflushBytes = 4096"))));
    }

    @Test
    void aWholeOne() throws Exception {
        Profile profile = parse(WHOLE);
        assertThat(profile.name()).isEqualTo("mine");
        assertThat(profile.references()).containsExactly("https://example.org/more");
        assertThat(profile.deviations()).containsExactly("It is pink.");
        assertThat(profile.chunker().name()).isEqualTo("fastcdc:16384,max=65536");
        assertThat(profile.compressor()).isEqualTo(CompressorSpec.parse("zstd:9"));
        assertThat(profile.allocation())
                .isEqualTo(new Allocation(12, 512, List.of(), 0.1, 100, false, new Packing(8192, 8000, 4000, 7, 3)));
        // 1000 + 3 + 50 * 2 + 0.1 * 7 + 2.5 * 10 + 0.001 * 100 + 0.001 * 50 = 1128.85
        assertThat(profile.metadata()
                        .bytes(new Costs.Counts(3, 2, 7, 10, 100, Costs.Zeros.NONE, 0, Costs.Links.NONE), 50))
                .isEqualTo(1129);
        assertThat(profile.memory()
                        .bytes(new Costs.Counts(3, 2, 7, 10, 100, Costs.Zeros.NONE, 0, Costs.Links.NONE), 50))
                .isEqualTo(2240);
    }

    @Test
    void theShortestOneTakesWhatCompressionLeaves() throws Exception {
        Profile profile = parse("""
                name = "plain"
                title = "t"
                source = "http://example.org"
                chunks.chunking = "4k"
                """);
        assertThat(profile.allocation()).isEqualTo(Allocation.EXACT);
        assertThat(profile.compressor().name()).isEqualTo("none");
        assertThat(profile.metadata()).isEqualTo(Costs.NONE);
    }

    /** 3 files, 2 directories, 7 chunks, 10 references, 100 bytes, 9 of zeros, names of 20; then links as well. */
    @Test
    void whatProgramsNeed() throws Exception {
        Profile profile = parse("""
                name = "program"
                title = "t"
                source = "http://example.org"

                [sources]
                "chunks.chunking" = "stated: a book"

                [chunks]
                chunking = "rabin:4k"
                variants = ["rabin:4k,poly=0x32fa79151d1f67"]

                [allocation]
                minSharedBytes = 1000
                granularityBytes = 512

                [allocation.packing]
                blockBytes = 512
                tails = true
                inodeBytes = 32
                alignmentBytes = 16

                [allocation.inline]
                maxLengthBytes = 400
                maxKeptBytes = 200
                fill = 0.8

                [metadata]
                bytesPerZeroByte = 1
                zeroChunkBytes = 8
                bytesPerNameByte = 0.5
                bytesPerSymlink = 1000
                bytesPerTargetByte = 10
                bytesPerHardLink = 10000
                repeats = "once-by-run"
                errorShare = 0.1

                [metadata.table]
                headerBytes = 18
                entryBytes = 40
                maxLoad = 0.5
                slots = [10, 20]
                """);
        assertThat(profile.sources())
                .containsExactly(Map.entry("chunks.chunking", new Profile.Fact(Profile.Basis.STATED, "a book")));
        assertThat(profile.variants()).hasSize(1);
        assertThat(profile.metadata().repeats()).isEqualTo(Costs.Repeats.ONCE_BY_RUN);
        assertThat(profile.metadata()
                        .bytes(new Costs.Counts(3, 2, 7, 10, 100, new Costs.Zeros(2, 16), 20, Costs.Links.NONE), 50))
                .isEqualTo(8 + 10 + 18 + 40 * 20);
        assertThat(profile.metadata()
                        .bytes(new Costs.Counts(3, 2, 7, 10, 100, new Costs.Zeros(1, 5), 20, Costs.Links.NONE), 50))
                .isEqualTo(5 + 10 + 18 + 40 * 20);
        // 4 symbolic links that say 30 bytes together, 6 further names.
        assertThat(profile.metadata()
                        .bytes(
                                new Costs.Counts(
                                        3, 2, 7, 10, 100, new Costs.Zeros(2, 16), 20, new Costs.Links(4, 30, 6)),
                                50))
                .isEqualTo(8 + 10 + 18 + 40 * 20 + 4 * 1000 + 30 * 10 + 6 * 10_000);
        // A tenth of names, links and what they say; nothing of zeros and of the table.
        assertThat(profile.metadata()
                        .errorBytes(new Costs.Counts(
                                3, 2, 7, 10, 100, new Costs.Zeros(2, 16), 20, new Costs.Links(4, 30, 6))))
                .isEqualTo((10 + 4 * 1000 + 30 * 10 + 6 * 10_000) / 10);
        Allocation allocation = profile.allocation();
        assertThat(allocation.packing())
                .isEqualTo(new Packing(512, 512, 512, Integer.MAX_VALUE, 16, true, 32, 16, null, 0));
        assertThat(allocation.isInline(400, 200)).isTrue();
        assertThat(allocation.isInline(401, 200)).isFalse();
        assertThat(allocation.isInline(400, 201)).isFalse();
        assertThat(allocation.copies(999, 7, false)).isEqualTo(7);
        assertThat(allocation.copies(1000, 7, false)).isEqualTo(1);
        assertThat(allocation.inlineBytes(101)).isEqualTo(127);
        assertThatExceptionOfType(ProfileFormatException.class)
                .isThrownBy(() -> parse(WHOLE.replace("fixedBytes = 1_000", "repeats = 'never'")))
                .withMessage("mine.toml: metadata.repeats: 'never' is not charged, once-by-directory or once-by-run");
        assertThatExceptionOfType(ProfileFormatException.class)
                .isThrownBy(() -> parse(WHOLE.replace("[memory]", "[memory.table]\nentryBytes = 4\n[memory.x]")))
                .withMessageStartingWith("mine.toml: memory.x: there is no such key");
    }

    @Test
    void packedNamesAndBytesThatAreNotZerosAreCharged() throws Exception {
        Costs without =
                parse(WHOLE.replace("fixedBytes = 1_000", "fixedBytes = 0")).metadata();
        Costs with = parse(
                        WHOLE.replace("fixedBytes = 1_000", "bytesPerPackedNameByte = 1000\nbytesPerNonZeroByte = 10"))
                .metadata();
        Costs.Counts untold = new Costs.Counts(3, 2, 7, 10, 100, new Costs.Zeros(1, 40), 20, Costs.Links.NONE);
        assertThat(with.bytes(untold, 50) - without.bytes(untold, 50)).isEqualTo(60 * 10 + 10 * 1000);
        Costs.Counts told = untold.withPackedNames(7);
        assertThat(with.bytes(told, 50) - without.bytes(told, 50)).isEqualTo(60 * 10 + 7 * 1000);
    }

    /** Each key has another digit of the sum. */
    @Test
    void attributesAreCharged() throws Exception {
        String keys = """
                bytesPerFile = 1
                bytesPerAttribute = 10
                bytesPerByte = 100
                bytesPerPackedAttribute = 1000
                bytesPerPackedByte = 10000
                bytesPerDistinctByte = 100000
                bytesPerSet = 1000000
                bytesPerPackedSetByte = 1e7
                """;
        Profile with = parse(WHOLE.replace("[memory]", "[metadata.attributes]\n" + keys + "[memory]"));
        Profile inMemory = parse(WHOLE + "[memory.attributes]\n" + keys);
        Profile without = parse(WHOLE);
        Costs.Counts none = new Costs.Counts(3, 2, 7, 10, 100, Costs.Zeros.NONE, 20, Costs.Links.NONE);
        Costs.Counts some = none.withAttributes(new Costs.Attributes(2, 3, 4, 5, 6, 7, 8, 9));
        assertThat(with.metadata().bytes(some, 50) - with.metadata().bytes(none, 50))
                .isEqualTo(98_765_432);
        assertThat(inMemory.memory().bytes(some, 50) - inMemory.memory().bytes(none, 50))
                .isEqualTo(98_765_432);
        assertThat(without.metadata().bytes(some, 50))
                .isEqualTo(without.metadata().bytes(none, 50));
        assertThat(with.metadata().errorBytes(some)).isZero();
        assertThat(with.chargesAttributes()).isTrue();
        assertThat(inMemory.chargesAttributes()).isTrue();
        assertThat(without.chargesAttributes()).isFalse();
        assertThatExceptionOfType(ProfileFormatException.class)
                .isThrownBy(() -> parse(WHOLE.replace("[memory]", "[metadata.attributes]\nbytesPerName = 1\n[memory]")))
                .withMessageStartingWith("mine.toml: metadata.attributes.bytesPerName: there is no such key");
    }

    @Test
    void costsBeyondMeasureDoNotOverflow() throws Exception {
        Profile profile = parse(WHOLE.replace("bytesPerChunk = 320", "bytesPerChunk = 140737488355327"));
        assertThat(profile.memory()
                        .bytes(new Costs.Counts(0, 0, Long.MAX_VALUE, 0, 0, Costs.Zeros.NONE, 0, Costs.Links.NONE), 0))
                .isEqualTo(1L << 60);
    }

    /** A line of the whole one, what stands there instead, and what is said of it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name = \"mine\" | name = \"Mine\" | name: 'Mine' is not up to 40 lower-case letters, digits and hyphens",
                "name = \"mine\" | x = 1 | x: there is no such key; there are name, title, source, references,"
                        + " deviations, sources, chunks, allocation, metadata, memory, archive, checked",
                "name = \"mine\" | nmae = 'mine' | nmae: there is no such key; did you mean name?",
                "title = \"An array of ours\" | title = 7 | title: must be a text of one line, up to 1000 characters long",
                "title = \"An array of ours\" | '' | title: is missing",
                "source = \"https://example.org/array.html\" | source = 'a paper'"
                        + " | source: 'a paper' is not an address such as https://...",
                "deviations = [\"It is pink.\"] | deviations = 'pink' | deviations: must be an array of at most 1000 elements",
                "chunking = \"fastcdc:16k,max=64k\" | chunking = 'nocdc:4k'"
                        + " | chunks.chunking: 'nocdc:4k': there is no algorithm 'nocdc'; there are fixed, rabin, gear, fastcdc, buzhash, casync, pxar, kopia, ae, ram",
                "chunking = \"fastcdc:16k,max=64k\" | chunking = '4k,8k' | chunks.chunking: '4k,8k': a profile has one chunking",
                "compressor = \"zstd:9\" | compressor = 'zip'"
                        + " | chunks.compressor: compressor 'zip' is not known; there are deflate, gozstd, lz4, lz4hc, lz4stream, none, snappy, xz, zfslz4, zle, zstd, zstdstream",
                "[chunks] | [sources]#'chunks.chunking' = 'a book'#[chunks] | sources.chunks.chunking: must begin with 'stated: ' or"
                        + " 'measured: ' or 'inferred: ' or 'guessed: '",
                "headerBytes = 12 | headerBytes = -1 | allocation.headerBytes must be in 0 to 67108864",
                "headerBytes = 12 | headerBytes = 1.5 | allocation.headerBytes: must be an integer below 2^31",
                "headerBytes = 12 | bucketBytes = [4096] | allocation.granularityBytes and bucketBytes exclude each other:"
                        + " buckets are sizes already rounded",
                "fixedBytes = 1_000 | errorShare = 1.01 | metadata.errorShare must be from 0 to 1",
                "bytesPerChunk = 320 | errorShare = 0.1 | memory.errorShare: the memory has no interval",
                "fixedBytes = 1_000 | zeroChunkBytes = -1 | metadata.zeroChunkBytes must be 0 or more",
                "granularityBytes = 512 | bucketBytes = [4096, 4096] | allocation.bucketBytes must ascend",
                "granularityBytes = 512 | bucketBytes = [4096] | bucketBytes ends with 4096, but chunks are up to 65548 bytes long",
                "minSavings = 0.1 | minSavings = 1 | allocation.minSavings must be 0 or more and less than 1",
                "minSavings = 0.1 | shortSharesUnit = 1 | allocation.shortSharesUnit: must be true or false",
                "minSavings = 0.1 | minSavings = nan | allocation.minSavings: must be a number",
                "granularityBytes = 512 | granularityBytes = 67108865 | allocation.granularityBytes must be in 1 to 67108864",
                "blockBytes = 8192 | blockBytes = 65537 | allocation.packing.blockBytes must be in 1 to 65536",
                "capacityBytes = 8000 | capacityBytes = 9000"
                        + " | allocation.packing.capacityBytes must be in 1 to packing.blockBytes",
                "openBlocks = 3 | tails = true"
                        + " | allocation.packing.tails needs granularityBytes to be packing.blockBytes, and no shortSharesUnit",
                "openBlocks = 3 | inodeBytes = 4 | allocation.packing.inodeBytes needs packing.tails",
                "openBlocks = 3 | flushBytes = 4096 | allocation.packing.flushBytes needs packing.inFlightBytes",
                "openBlocks = 3 | flushBytes = 4097 | allocation.packing.flushBytes must be 0 or a power of two",
                "openBlocks = 3 | flushBytes = -4096 | allocation.packing.flushBytes must be 0 or a power of two",
                "openBlocks = 3 | inodeBytes = 4001"
                        + " | allocation.packing.inodeBytes must be in 0 to packing.maxFragmentBytes",
                "openBlocks = 3 | alignmentBytes = 3"
                        + " | allocation.packing.alignmentBytes must divide packing.maxFragmentBytes",
                "openBlocks = 3 | open = 3 | allocation.packing.open: there is no such key; did you mean openBlocks?",
                "fixedBytes = 1_000 | fixedBytes = -1 | metadata.fixedBytes: must not be negative",
                "fixedBytes = 1_000 | fixedBytes = 1e999999999"
                        + " | metadata.fixedBytes: must be below 2^47 and have at most 18 decimal places",
                "fixedBytes = 1_000 | fixedBytes = 1e-999999999"
                        + " | metadata.fixedBytes: must be below 2^47 and have at most 18 decimal places",
                "[memory] | memory = 4 | line 35: Duplicate key",
            })
    void whatIsWrongIsNamed(String line, String instead, String message) {
        assertThat(WHOLE).contains(line);
        assertThatExceptionOfType(ProfileFormatException.class)
                .isThrownBy(() -> parse(WHOLE.replace(line, instead.replace('#', '\n'))))
                .withMessage("mine.toml: " + message);
    }

    /** For any change to a profile, it can be read, or one line names the file and the mistake. */
    @Property(tries = 2000)
    void damagedOnesAreRefusedInOneLine(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] bytes = WHOLE.getBytes(StandardCharsets.UTF_8);
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(3)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] = "\"'=[]{}#.\n0-9eE_+,".getBytes(StandardCharsets.UTF_8)[random.nextInt(18)];
                default -> {
                    int to = random.nextInt(bytes.length);
                    System.arraycopy(
                            bytes, at, bytes, to, Math.min(bytes.length - Math.max(at, to), random.nextInt(40)));
                }
            }
        }
        try {
            ProfileFile.parse(bytes, "mine.toml");
        } catch (ProfileFormatException e) {
            assertThat(e.getMessage())
                    .startsWith("mine.toml: ")
                    .hasSizeBetween(15, 400)
                    .matches("\\P{Cntrl}*");
        }
    }
}
