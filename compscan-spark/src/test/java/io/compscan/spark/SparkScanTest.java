package io.compscan.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.set.HostName;
import io.compscan.core.set.SetMerge;
import io.compscan.core.set.SetWriter;
import io.compscan.core.set.Sets;
import io.compscan.core.source.Source;
import io.compscan.core.source.StreamSource;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.hadoop.HadoopTreeSource;
import io.compscan.result.ScanResult;
import io.compscan.spark.LocalSpark.Request;
import io.compscan.spark.SparkScanPropertyTest.Content;
import io.compscan.spark.SparkScanPropertyTest.Stretch;
import io.compscan.testing.Slow;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may go wrong on a cluster, and data that is hard to divide. */
class SparkScanTest {

    private static final String CHUNKINGS = "4k,fastcdc:1k,max=4k";
    /** The ledger charges chunks of the first chunking. */
    private static final String CHARGED_BY_CONTENT = "fastcdc:1k,max=4k,4k";

    private static final String COMPRESSORS = "lz4,zstd";
    /** Segments as short as the chunks allow. */
    private static final long SHORTEST = 1;

    private static LocalSpark spark;

    @TempDir
    Path root;

    @BeforeAll
    static void start() {
        SparkConf conf = new SparkConf().set("spark.hadoop.fs.faulty.impl", FaultyFileSystem.class.getName());
        // A task may fail once.
        spark = new LocalSpark("local[2,2]", conf);
    }

    @AfterAll
    static void stop() {
        spark.close();
    }

    private Path write(String name, Stretch... stretches) throws IOException {
        Path file = root.resolve(name);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (Stretch stretch : stretches) {
                out.write(SparkScanPropertyTest.bytes(stretch));
            }
        }
        return file;
    }

    private static Stretch of(Content content, int bytes) {
        return new Stretch(content, bytes, 1);
    }

    private Source faulty() {
        return new HadoopTreeSource(
                List.of("faulty://" + root), WalkOptions.ALL, spark.context().hadoopConfiguration());
    }

    private void assertSame(Request request, long taskBytes) throws Exception {
        assertThat(spark.cluster(request, taskBytes)).isEqualTo(LocalSpark.local(request));
    }

    /** No chain of cuts that begins within zeros meets another one there. */
    @Test
    void joinsChunksOverWholeSegments() throws Exception {
        write(
                "zeros",
                of(Content.RANDOM, 300_001),
                of(Content.ZEROS, 1_500_000),
                of(Content.RANDOM, 400_000),
                of(Content.ZEROS, 300_000),
                of(Content.RANDOM, 200_000));
        write("ends in zeros", of(Content.RANDOM, 12_345), of(Content.ZEROS, 900_000));
        write("repeats", of(Content.TEXT, 54_321), of(Content.REPEATED, 1_200_000), of(Content.TEXT, 300_000));
        assertSame(Request.of(root, CHUNKINGS, COMPRESSORS), SHORTEST);
        assertSame(Request.of(root, CHARGED_BY_CONTENT, "lz4"), SHORTEST);
    }

    /** Tasks make sketches, and those merge without a shuffle. */
    @Test
    @Slow
    void mergesTheSketchesOfTasks() throws Exception {
        write("one", of(Content.RANDOM, 900_001), of(Content.ZEROS, 1_500_000), of(Content.TEXT, 400_000));
        write("two", of(Content.TEXT, 54_321), of(Content.REPEATED, 700_000), of(Content.RANDOM, 900_001));
        for (String chunkings : List.of(CHUNKINGS, CHARGED_BY_CONTENT)) {
            assertSame(
                    Request.of(root, chunkings, COMPRESSORS)
                            .withProfiles("ontap")
                            .withSketch(256),
                    SHORTEST);
            // Room for all: the numbers are those of an exact index.
            Request exact = Request.of(root, chunkings, COMPRESSORS);
            assertThat(spark.cluster(exact.withSketch(1 << 20), SHORTEST)).isEqualTo(LocalSpark.local(exact));
        }
    }

    /** Holes are not read, but counted where they lie. */
    @Test
    @Slow
    void countsHolesOnce() throws Exception {
        Path file = write("sparse", of(Content.RANDOM, 1_000_000));
        try (SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
            channel.position(90_000_000);
            channel.write(ByteBuffer.wrap(SparkScanPropertyTest.bytes(of(Content.RANDOM, 700_000))));
        }
        assertSame(Request.of(root, CHUNKINGS, "lz4"), 8 << 20);
        assertSame(Request.of(root, CHARGED_BY_CONTENT, "lz4"), 8 << 20);
    }

    @Test
    @Slow
    void oneChunkAllOver() throws Exception {
        Stretch[] same = new Stretch[100];
        Arrays.fill(same, of(Content.RANDOM, 4096));
        write("a", same);
        write("b", same);
        assertSame(Request.of(root, "4k", COMPRESSORS), 16_384);
    }

    /** More chunks than the ledger's sample holds, of all tasks together and of some of them alone. */
    @ParameterizedTest
    @ValueSource(longs = {500_000, 60_000_000})
    @Slow
    void samplesWhoRefersToWhat(long taskBytes) throws Exception {
        for (int i = 0; i < 4; i++) {
            Path directory = Files.createDirectories(root.resolve("d" + i % 3 + "/" + i));
            for (String name : List.of("a.vmdk", "b.txt", "c")) {
                Stretch other = new Stretch(Content.RANDOM, 2_000_000, 100 + 3 * i + name.length());
                write(root.relativize(directory.resolve(name)).toString(), other, of(Content.RANDOM, 700_000 + i));
            }
        }
        Request request = Request.of(root, "512,fastcdc:1k,max=4k", "lz4");
        assertThat(LocalSpark.local(request)).containsPattern("\"sampleShift\" ?: ?1,");
        assertSame(request, taskBytes);
        assertSame(Request.of(root, "fastcdc:512,min=64,max=2k,512", "lz4").withCompressSample("1/4"), taskBytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {SHORTEST, 60_000_000})
    @Slow
    void smallFilesShareBlocks(long taskBytes) throws Exception {
        for (int i = 0; i < 700; i++) {
            write("tiny" + i % 690, new Stretch(Content.TEXT, i % 97, i));
        }
        for (int i = 0; i < 30; i++) {
            Files.createDirectories(root.resolve("d" + i));
            write("d" + i + "/small", new Stretch(Content.TEXT, 40_000 + i, i % 25), of(Content.REPEATED, 100 * i));
            write("d" + i + "/torn", of(Content.TEXT, i % 7 == 0 ? 350_000 : 9_000));
        }
        write("large", of(Content.TEXT, 900_000), of(Content.ZEROS, 400_000), of(Content.TEXT, 5_000));
        String compressors = "deflate:1/128k/shared,lz4,lz4/64k/shared";
        assertSame(Request.of(root, "fastcdc:8k,1m", compressors).withCompressSample("1/3"), taskBytes);
        assertSame(Request.of(root, "8k", "lz4").withProfiles("squashfs,ontap,btrfs-zstd"), taskBytes);
        assertSame(Request.of(faulty(), "64k", compressors), taskBytes);
    }

    @Test
    void nothing() throws Exception {
        assertSame(Request.of(root, CHUNKINGS, COMPRESSORS), SHORTEST);
    }

    @Test
    @Slow
    void namesThatAreNoText() throws Exception {
        Path bytes = Path.of(URI.create("file://" + root + "/%FF%0A%20x.b%C3%A4"));
        Files.write(bytes, SparkScanPropertyTest.bytes(of(Content.TEXT, 5_000)));
        Path deep = root;
        for (int i = 0; i < 5; i++) {
            deep = Files.createDirectory(deep.resolve("d".repeat(200)));
        }
        Files.write(deep.resolve("file.txt"), SparkScanPropertyTest.bytes(of(Content.TEXT, 5_000)));
        Files.createLink(root.resolve("link"), deep.resolve("file.txt"));
        Files.createSymbolicLink(root.resolve("symbolic"), deep);
        assertSame(Request.of(root, CHUNKINGS, COMPRESSORS), SHORTEST);
    }

    @ParameterizedTest
    @Slow
    @ValueSource(longs = {SHORTEST, 200_000, 10_000_000})
    void listsWhatCannotBeRead(long taskBytes) throws Exception {
        write("denied", of(Content.RANDOM, 900_000));
        write("gone", of(Content.RANDOM, 9_000));
        write("torn.small", of(Content.RANDOM, 310_000));
        write("torn.large", of(Content.RANDOM, 1_900_000));
        write("whole", of(Content.RANDOM, 1_000_000));
        Files.createDirectory(root.resolve("closed"));
        write("closed/inside", of(Content.RANDOM, 1_000));
        Request request = Request.of(faulty(), CHUNKINGS, COMPRESSORS);
        assertSame(request, taskBytes);
        assertThat(LocalSpark.local(request))
                .contains("permission denied", "no longer there", "bad sector")
                .containsPattern("\"unreadDirectoryCount\" ?: 1");
    }

    @Test
    @Slow
    void repeatsTasksThatFail() throws Exception {
        write("once.small", of(Content.RANDOM, 50_000));
        write("once.large", of(Content.RANDOM, 1_000_000));
        write("other", of(Content.RANDOM, 500_000));
        Request request = Request.of(faulty(), CHUNKINGS, COMPRESSORS);
        FaultyFileSystem.THROWN_OUT.clear();
        String onCluster = spark.cluster(request, SHORTEST);
        assertThat(FaultyFileSystem.THROWN_OUT).isNotEmpty();
        assertThat(onCluster).isEqualTo(LocalSpark.local(request));
    }

    @Test
    void refusesWhatOnlyTheDriverCanRead() {
        Source pipe = StreamSource.of("-", () -> new ByteArrayInputStream(new byte[1]));
        assertThatThrownBy(() -> spark.cluster(Request.of(pipe, "4k", "lz4"), SHORTEST))
                .isInstanceOf(UnsupportedUnitException.class)
                .hasMessageContaining("a pipe or a disk of a server");
    }

    @Test
    @Slow
    void mergesSets() throws Exception {
        Files.createDirectories(root.resolve("one"));
        Files.createDirectories(root.resolve("two"));
        write("one/a", of(Content.RANDOM, 900_000), of(Content.ZEROS, 9_000));
        write("two/b", of(Content.TEXT, 300_000), of(Content.RANDOM, 400_000));
        List<Path> files = List.of(save("one"), save("two"));
        List<Profile> profiles = Profiles.parse("vdo");
        ScanResult union;
        try (Sets sets = Sets.open(files)) {
            union = SetMerge.merge(sets, null, profiles).union();
        }
        assertThat(new SparkMerge(spark.context(), files, profiles).run()).isEqualTo(union);
    }

    @Test
    void mergesSavedSketches() throws Exception {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Files.createDirectory(root.resolve("s" + i));
            write("s" + i + "/own", new Stretch(Content.RANDOM, 900_000, 20 + i));
            write("s" + i + "/common", of(Content.TEXT, 300_000));
            // A set with all chunks goes with sketches.
            files.add(save("s" + i, i == 1 ? 0 : 256 + i));
        }
        List<Profile> profiles = Profiles.parse("vdo");
        ScanResult union;
        try (Sets sets = Sets.open(files)) {
            union = SetMerge.merge(sets, null, profiles).union();
        }
        assertThat(union.layouts().get(0).isEstimated()).isTrue();
        assertThat(new SparkMerge(spark.context(), files, profiles).run()).isEqualTo(union);
    }

    private Path save(String directory) throws Exception {
        return save(directory, 0);
    }

    private Path save(String directory, int sketchEntries) throws Exception {
        Path file = root.resolve(directory + ".fpr");
        Request request = Request.of(
                        new FileTreeSource(List.of(root.resolve(directory)), WalkOptions.ALL), CHUNKINGS, COMPRESSORS)
                .withSketch(sketchEntries);
        try (SetWriter writer = SetWriter.create(file, false, request.options().schemes())) {
            ScanOutcome outcome = ScanRun.open(
                            request.on(ScanRequest.of(request.source(), request.options(), request.plan()))
                                    .withChunkVisitors(writer::scheme))
                    .run();
            ScanResult result = outcome.result();
            writer.finish(result, outcome.sums(), HostName.find(), Instant.now());
        }
        return file;
    }
}
