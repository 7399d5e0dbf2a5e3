package io.compscan.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.compscan.core.estimate.ExtentRequest;
import io.compscan.core.estimate.ExtentScan;
import io.compscan.core.estimate.PassPlan;
import io.compscan.core.fold.Schemes;
import io.compscan.core.library.Measure;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.source.Source;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.WalkedUnits;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.core.source.view.SourceContext;
import io.compscan.core.source.view.ViewedSource;
import io.compscan.core.source.view.Views;
import io.compscan.core.tools.generate.DatasetSpec;
import io.compscan.core.tools.generate.Generator;
import io.compscan.report.ResultJson;
import io.compscan.result.EstimateResult;
import io.compscan.testing.TarFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Files of a real HDFS are files under other names. */
@Timeout(180)
@ExtendWith(TestCluster.class)
class HadoopSourceTest {

    /** The tree that the tests of other sources read as well. */
    private static final DatasetSpec TREE = DatasetSpec.ofSize(8 << 20)
            .files(160)
            .dedup("2")
            .zeroShare("0.1")
            .seed(22)
            .build();

    private static final SourceContext ALL = new SourceContext(List.of(), List.of());
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private static Path shared;

    private static Path tree;
    private static FileSystem files;
    private static String root;

    @BeforeAll
    static void start(FileSystem hdfs) throws Exception {
        tree = shared.resolve("tree");
        new Generator(TREE).write(tree, 2, false, bytes -> {});
        files = hdfs;
        root = files.getUri() + "/data/tree";
        files.copyFromLocalFile(path(tree.toString()), path("/data/tree"));
    }

    private static org.apache.hadoop.fs.Path path(String text) {
        return new org.apache.hadoop.fs.Path(text);
    }

    private static Source open(String location) throws IOException {
        return new HadoopProvider().open(List.of(location), ALL);
    }

    /** All that a result says of the data, whatever is named so is called ROOT. */
    private static String said(Source source, boolean countsDirectories) throws Exception {
        Measure measure =
                Measure.defaults().threads(2).chunk("4k", "64k", "fastcdc:8k").compress("lz4");
        StringWriter text = new StringWriter();
        ResultJson.write(ScanRun.open(measure.request(source)).run().result(), text);
        JsonNode document = JSON.readTree(text.toString().replace(source.roots().get(0), "ROOT"));
        ((ObjectNode) document).remove(List.of("timing", "containers", "settings", "plan"));
        // Only a walk from directory to directory tells how names compress.
        ((ObjectNode) document.get("totals")).remove("packedNameBytes");
        if (!countsDirectories) {
            ((ObjectNode) document.get("totals")).remove("directoryCount");
        }
        return document.toPrettyString();
    }

    @Test
    void filesMeasureAsLocalOnesAndAsATar() throws Exception {
        Source local = new FileTreeSource(List.of(tree), WalkOptions.ALL);
        assertThat(said(open(root), true)).isEqualTo(said(local, true));

        Path tar = TarFile.of(shared.resolve("tree.tar"), tree);
        files.copyFromLocalFile(path(tar.toString()), path("/data/tree.tar"));
        Views all = Views.load();
        Source packed =
                ViewedSource.forced(open(files.getUri() + "/data/tree.tar"), all.of(Set.of()), all.named("tar"), null);
        assertThat(said(packed, false)).isEqualTo(said(local, false));
    }

    /** What a directory's estimate says, a cluster's says as well. */
    @Test
    void anEstimateIsThatOfLocalFiles() throws Exception {
        EstimateResult ofCluster = estimate(open(root));
        EstimateResult ofDirectory = estimate(new FileTreeSource(List.of(tree), WalkOptions.ALL));
        assertThat(ofCluster.errors()).isEmpty();
        assertThat(ofCluster.scannedBytes()).isGreaterThan(8_000_000).isEqualTo(ofDirectory.scannedBytes());
        assertThat(ofCluster.readBytes()).isLessThan(6 << 20).isEqualTo(ofDirectory.readBytes());
        assertThat(ofCluster.layouts()).isEqualTo(ofDirectory.layouts());
    }

    /** Reads about a third, in extents of 64 KiB. */
    private static EstimateResult estimate(Source source) throws Exception {
        Schemes schemes = Measure.defaults()
                .chunk("4k", "fastcdc:8k")
                .compress("lz4")
                .options()
                .schemes();
        PassPlan third = new PassPlan(0.34, 0, Long.MAX_VALUE);
        return Objects.requireNonNull(
                new ExtentScan(new ExtentRequest(source, schemes, third, 2, 64L << 10)).run("test", pass -> {}));
    }

    /** Several threads read, each its own stretch, in steps of any length. */
    @Test
    void threadsShareAChannel() throws Exception {
        byte[] data = new byte[5 << 20];
        new Random(5).nextBytes(data);
        try (OutputStream out = files.create(path("/data/shared"))) {
            out.write(data);
        }
        Unit unit = WalkedUnits.of(open(files.getUri() + "/data/shared")).get(0);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (UnitChannel channel = unit.open()) {
            List<Future<byte[]>> parts = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                long from = (long) i * data.length / 20;
                long to = (i + 1L) * data.length / 20;
                parts.add(threads.submit(() -> read(channel, from, to)));
            }
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (Future<byte[]> part : parts) {
                all.write(part.get());
            }
            assertThat(Arrays.equals(all.toByteArray(), data)).isTrue();
            assertThat(channel.read(data.length, new byte[1], 0, 1)).isEqualTo(-1);
        } finally {
            threads.shutdown();
        }
    }

    private static byte[] read(UnitChannel channel, long from, long to) throws IOException {
        byte[] part = new byte[(int) (to - from)];
        for (int done = 0; done < part.length; ) {
            done += channel.read(from + done, part, done, Math.min(part.length - done, 10_007));
        }
        return part;
    }

    @Test
    void siblingsLieBelowWhatIsWalked() throws Exception {
        for (String name : List.of("/vm/top", "/vm/base/low", "/secret")) {
            files.create(path(name)).close();
        }
        Source source = open(files.getUri() + "/vm");
        Unit top = WalkedUnits.of(source).get(0);
        assertThat(top.name()).endsWith("/vm/top");
        assertThat(source.siblings(top).open("base/low").unit().name()).endsWith("/vm/base/low");
        assertThatThrownBy(() -> source.siblings(top).open("../secret")).hasMessageContaining("outside");
        assertThatThrownBy(() -> source.siblings(top).open("/secret")).hasMessageContaining("outside");
        assertThatThrownBy(() -> source.siblings(top).open("base/gone")).hasMessageContaining("no such file");
        assertThatThrownBy(() -> source.siblings(top).open("base")).hasMessageContaining("not a file");
    }

    @Test
    void whatIsNotThereIsToldBeforeTheScan() {
        assertThatThrownBy(() -> open(files.getUri() + "/nowhere")).isInstanceOf(IOException.class);
    }
}
