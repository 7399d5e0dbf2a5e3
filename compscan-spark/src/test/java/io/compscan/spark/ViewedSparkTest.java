package io.compscan.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Siblings.Sibling;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitPlace;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.ViewedSource;
import io.compscan.core.source.view.Views;
import io.compscan.spark.LocalSpark.Request;
import io.compscan.spark.SparkScanPropertyTest.Content;
import io.compscan.spark.SparkScanPropertyTest.Stretch;
import io.compscan.testing.Needs;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What executors read of containers and of providers is what one machine reads. */
@Slow
class ViewedSparkTest {

    private static final long TASK_BYTES = 1 << 20;

    private static LocalSpark spark;

    @TempDir
    Path root;

    @BeforeAll
    static void start() {
        spark = new LocalSpark();
    }

    @AfterAll
    static void stop() {
        spark.close();
    }

    private static void execute(Path directory, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
    }

    private static byte[] random(int bytes, int seed) {
        return SparkScanPropertyTest.bytes(new Stretch(Content.RANDOM, bytes, seed));
    }

    private static byte[] text(int bytes, int seed) {
        return SparkScanPropertyTest.bytes(new Stretch(Content.TEXT, bytes, seed));
    }

    /** Images with and without parents, a tar with an image in it, a stream, an image that is none, and plain files. */
    private void writeTree() throws IOException, InterruptedException {
        Path raw = root.resolve("disk.raw");
        byte[] disk = new byte[12 << 20];
        System.arraycopy(random(3_000_000, 1), 0, disk, 1 << 20, 3_000_000);
        System.arraycopy(text(2_000_000, 2), 0, disk, 7 << 20, 2_000_000);
        Files.write(raw, disk);
        Path tree = Files.createDirectories(root.resolve("data/sub"));
        execute(root, "qemu-img", "convert", "-f", "raw", "-O", "qcow2", "-c", "disk.raw", "data/base.qcow2");
        execute(root, "qemu-img", "convert", "-f", "raw", "-O", "vmdk", "disk.raw", "data/other.vmdk");
        execute(tree, "qemu-img", "create", "-q", "-f", "qcow2", "-b", "../base.qcow2", "-F", "qcow2", "top.qcow2");
        execute(tree, "qemu-io", "-c", "write -P 7 2M 300k", "top.qcow2");
        Path members = Files.createDirectories(root.resolve("members/inner"));
        Files.write(members.resolve("a.bin"), random(700_000, 1));
        Files.write(members.resolve("b.txt"), text(900_000, 3));
        Files.copy(root.resolve("data/base.qcow2"), members.resolve("c.qcow2"));
        execute(root, "tar", "-cf", "data/all.tar", "members");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(root.resolve("data/log.gz")))) {
            out.write(text(1_500_000, 4));
        }
        byte[] broken = random(200_000, 5);
        System.arraycopy(new byte[] {'Q', 'F', 'I', (byte) 0xfb, 0, 0, 0, 9}, 0, broken, 0, 8);
        Files.write(root.resolve("data/broken.qcow2"), broken);
        Files.write(root.resolve("data/plain.bin"), random(3_000_000, 1));
        Files.delete(raw);
    }

    private Source viewed() {
        Views views = Views.load().of(EnumSet.of(View.Kind.IMAGES, View.Kind.ARCHIVES));
        return ViewedSource.of(new FileTreeSource(List.of(root.resolve("data")), WalkOptions.ALL), views);
    }

    @Test
    @Needs({"qemu-img", "qemu-io"})
    void containersEqualTheLocalScan() throws Exception {
        writeTree();
        for (String chunks : List.of("4k,fastcdc:8k", "64k")) {
            Request request = Request.of(viewed(), chunks, "lz4");
            String local = LocalSpark.local(request);
            assertThat(local).contains("top.qcow2", "all.tar", "\"format\": \"gzip\"", "broken.qcow2", "qcow2: ");
            assertThat(spark.cluster(request, TASK_BYTES)).isEqualTo(local);
            assertThat(spark.cluster(request, Long.MAX_VALUE)).isEqualTo(local);
        }
    }

    @Test
    @Slow
    @Needs({"qemu-img", "qemu-io"})
    void aSketchOfContainersEqualsTheLocalScan() throws Exception {
        writeTree();
        Request request = Request.of(viewed(), "4k", "lz4").withSketch(1 << 10);
        assertThat(spark.cluster(request, TASK_BYTES)).isEqualTo(LocalSpark.local(request));
    }

    /** Bytes that follow from a number, as an object of a store follows from its name. */
    record Generated(int number) implements UnitPlace {
        @Override
        public Sibling find() {
            return new Sibling(new GeneratedUnit(this), Siblings.NONE);
        }
    }

    /** Neither a file nor serializable. */
    static final class GeneratedUnit implements UnitPlace.Placed {
        private final Generated place;
        private final byte[] data;

        GeneratedUnit(Generated place) {
            this.place = place;
            data = random(5_000_000, place.number() % 3);
        }

        @Override
        public UnitPlace place() {
            return place;
        }

        @Override
        public String name() {
            return "generated/" + place.number();
        }

        @Override
        public String extension() {
            return "";
        }

        @Override
        public long sizeBytes() {
            return data.length;
        }

        @Override
        public UnitChannel open() {
            return new UnitChannel() {
                @Override
                public int read(long position, byte[] into, int offset, int length) {
                    if (position >= data.length) {
                        return -1;
                    }
                    int got = (int) Math.min(length, data.length - position);
                    System.arraycopy(data, (int) position, into, offset, got);
                    return got;
                }

                @Override
                public void close() {}
            };
        }
    }

    /** A unit that only this machine can open, as a disk of a server. */
    record LocalUnit(Unit unit) implements Unit {
        @Override
        public String name() {
            return "nbd://server/disk";
        }

        @Override
        public String extension() {
            return "";
        }

        @Override
        public long sizeBytes() {
            return unit.sizeBytes();
        }

        @Override
        public UnitChannel open() throws IOException {
            return unit.open();
        }
    }

    private static Source of(Unit... units) {
        return new Source() {
            @Override
            public List<String> paths() {
                return List.of("generated");
            }

            @Override
            public void walk(SourceVisitor visitor) throws InterruptedException {
                for (Unit unit : Arrays.asList(units)) {
                    visitor.unit(unit);
                }
            }
        };
    }

    @Test
    void unitsOfAProviderAreFoundByTheirPlaces() throws Exception {
        Unit[] units = new Unit[5];
        Arrays.setAll(units, i -> new GeneratedUnit(new Generated(i)));
        Request request = Request.of(of(units), "4k,fastcdc:8k", "lz4");
        assertThat(spark.cluster(request, TASK_BYTES)).isEqualTo(LocalSpark.local(request));
    }

    @Test
    void whatHasNoPlaceIsRefused() {
        Request request = Request.of(of(new LocalUnit(new GeneratedUnit(new Generated(1)))), "4k", "lz4");
        assertThatThrownBy(() -> spark.cluster(request, TASK_BYTES))
                .isInstanceOf(UnsupportedUnitException.class)
                .hasMessage("nbd://server/disk: a pipe or a disk of a server can only be read by compscan scan");
    }
}
