package io.compscan.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.spark.LocalSpark.Request;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Random trees, divided at random: the cluster has the numbers of the local scan. */
@Slow
class SparkScanPropertyTest {

    private static LocalSpark spark;

    @BeforeContainer
    static void start() {
        spark = new LocalSpark();
    }

    @AfterContainer
    static void stop() {
        spark.close();
    }

    /** What stretches of a file are made of. */
    enum Content {
        RANDOM,
        ZEROS,
        TEXT,
        REPEATED
    }

    record Stretch(Content content, int bytes, int seed) {}

    record FileContent(String extension, List<Stretch> stretches) {}

    @Provide
    Arbitrary<List<FileContent>> trees() {
        Arbitrary<Stretch> stretch = Combinators.combine(
                        Arbitraries.of(Content.class),
                        Arbitraries.integers().between(0, 300_000),
                        Arbitraries.integers().between(0, 3))
                .as(Stretch::new);
        Arbitrary<FileContent> file = Combinators.combine(
                        Arbitraries.of("", "txt", "vmdk", "img"), stretch.list().ofMaxSize(5))
                .as(FileContent::new);
        return file.list().ofMinSize(1).ofMaxSize(8);
    }

    @Provide
    Arbitrary<String> chunkings() {
        return Arbitraries.of(
                "4k",
                "512,1536",
                "1k,files=whole,64k,files=whole",
                "8k,files=apart,extents=whole,4k",
                "4k,extents=whole,1k",
                "fastcdc:1k,min=128,max=2k",
                "4k,fastcdc:1k,max=4k",
                "gear:1k,min=64,max=2k,rabin:1k,max=2k",
                "buzhash:2k,window=64,max=8k,8k",
                "ae:1k,max=2k",
                "ram:1k,max=2k");
    }

    @Property(tries = 25, shrinking = ShrinkingMode.OFF)
    void hasTheNumbersOfOneMachine(
            @ForAll("trees") List<FileContent> tree,
            @ForAll("chunkings") String chunking,
            @ForAll("compressions") String compression,
            @ForAll("taskSizes") int taskBytes,
            @ForAll("superblocks") int superblockBytes,
            @ForAll("profiles") String profiles,
            @ForAll("samples") String sample,
            @ForAll boolean isXxh3)
            throws Exception {
        Path root = Files.createTempDirectory("compscan-spark-test");
        try {
            write(root, tree);
            Request plain = Request.of(root, chunking, compression);
            Request request =
                    profiles.isEmpty() ? plain.withSuperblockBytes(superblockBytes) : plain.withProfiles(profiles);
            if (request.options().schemes().superblockBytes() == 0) {
                request = request.withCompressSample(sample);
            }
            request = isXxh3 ? request.withXxh3() : request;
            assertThat(spark.cluster(request, taskBytes)).isEqualTo(LocalSpark.local(request));
        } finally {
            delete(root);
        }
    }

    @Provide
    Arbitrary<String> profiles() {
        return Arbitraries.of("", "", "ontap,xtremio-x2");
    }

    @Provide
    Arbitrary<String> samples() {
        return Arbitraries.of("off", "auto", "1/4");
    }

    @Provide
    Arbitrary<String> compressions() {
        return Arbitraries.of("lz4", "none", "lz4,zstd:9", "deflate:1");
    }

    @Provide
    Arbitrary<Integer> taskSizes() {
        return Arbitraries.of(1, 20_000, 70_000, 250_000, 10_000_000);
    }

    @Provide
    Arbitrary<Integer> superblocks() {
        return Arbitraries.of(0, 0, 0, 8192, 12_288);
    }

    private static void write(Path root, List<FileContent> tree) throws IOException {
        for (int i = 0; i < tree.size(); i++) {
            FileContent file = tree.get(i);
            Path directory = Files.createDirectories(root.resolve("d" + i % 3 + "/e".repeat(i % 2)));
            String name = "file" + i + (file.extension().isEmpty() ? "" : "." + file.extension());
            Path path = directory.resolve(name);
            if (file.extension().equals("img")) {
                writeSparse(path, file.stretches());
                continue;
            }
            try (OutputStream out = Files.newOutputStream(path)) {
                for (Stretch stretch : file.stretches()) {
                    out.write(bytes(stretch));
                }
            }
        }
    }

    /** Leaves holes where zeros are to be. */
    private static void writeSparse(Path path, List<Stretch> stretches) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            long position = 0;
            for (Stretch stretch : stretches) {
                if (stretch.content() != Content.ZEROS) {
                    file.seek(position);
                    file.write(bytes(stretch));
                }
                position += stretch.bytes();
            }
            file.setLength(position);
        }
    }

    static byte[] bytes(Stretch stretch) {
        byte[] data = new byte[stretch.bytes()];
        Random random = new Random(stretch.seed());
        switch (stretch.content()) {
            case RANDOM -> random.nextBytes(data);
            case ZEROS -> {}
            case TEXT -> {
                for (int i = 0; i < data.length; i++) {
                    data[i] = (byte) ('a' + random.nextInt(4));
                }
            }
            case REPEATED -> {
                byte[] pattern = new byte[777];
                random.nextBytes(pattern);
                for (int i = 0; i < data.length; i++) {
                    data[i] = pattern[i % pattern.length];
                }
            }
        }
        return data;
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
