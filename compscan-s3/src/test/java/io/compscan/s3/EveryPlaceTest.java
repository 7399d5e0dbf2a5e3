package io.compscan.s3;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.core.source.Source;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.core.source.view.ViewedSource;
import io.compscan.core.source.view.Views;
import io.compscan.core.tools.generate.Generator;
import io.compscan.hadoop.HadoopProvider;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import io.compscan.testing.TarFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One generated tree has one result, to the byte, wherever it lies: in a directory, a store, a cluster, and in an archive at each of them. */
@Timeout(180)
@Slow
class EveryPlaceTest {

    private static final String KEY = "some/tree";

    @TempDir
    private static Path shared;

    private static Path tree;
    private static Path tar;
    private static LocalStore store;
    private static MiniDFSCluster cluster;
    private static FileSystem hdfs;
    private static JsonNode expected;
    private static Map<String, String> expectedTables;

    /** Where the tree may lie. */
    enum Place {
        STORE,
        CLUSTER,
        TAR,
        TAR_IN_STORE,
        TAR_IN_CLUSTER;

        Source open() throws IOException {
            return switch (this) {
                case STORE -> StoreFixture.at(store.store(), "s3://data/" + KEY);
                case CLUSTER -> onCluster("/" + KEY);
                case TAR -> packed(new FileTreeSource(List.of(tar), WalkOptions.ALL));
                case TAR_IN_STORE -> packed(StoreFixture.at(store.store(), "s3://data/tree.tar"));
                case TAR_IN_CLUSTER -> packed(onCluster("/tree.tar"));
            };
        }

        private static Source onCluster(String path) throws IOException {
            return new HadoopProvider().open(List.of(hdfs.getUri() + path), StoreFixture.ALL);
        }

        private static Source packed(Source source) {
            Views all = Views.load();
            return ViewedSource.forced(source, all.of(Set.of()), all.named("tar"), null);
        }
    }

    @BeforeAll
    static void start() throws Exception {
        tree = shared.resolve("tree");
        new Generator(StoreFixture.TREE).write(tree, 2, false, bytes -> {});
        tar = TarFile.of(shared.resolve("tree.tar"), tree);
        store = new LocalStore();
        store.bucket("data");
        store.put("data", KEY + "/", tree);
        store.put("data", "tree.tar", Files.readAllBytes(tar));
        Configuration conf = new Configuration();
        conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, shared.resolve("dfs").toString());
        // Blocks as short as they may be: files have several.
        conf.setLong("dfs.blocksize", 1 << 20);
        // A file is closed as soon as its last block is known, in place of 400 ms later.
        conf.setInt(HdfsClientConfigKeys.BlockWrite.LOCATEFOLLOWINGBLOCK_INITIAL_DELAY_MS_KEY, 5);
        cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
        hdfs = cluster.getFileSystem();
        hdfs.copyFromLocalFile(path(tree.toString()), path("/" + KEY));
        hdfs.copyFromLocalFile(path(tar.toString()), path("/tree.tar"));

        ScanResult files = Scans.scan(new FileTreeSource(List.of(tree), WalkOptions.ALL), StoreFixture.CHUNKINGS);
        expected = Scans.ofData(files, tree.toString());
        expectedTables = Scans.tables(files, tree.toString(), shared.resolve("tables"));
        assertThat(expected.at("/totals/scannedBytes").asLong()).isGreaterThan(8_000_000);
        assertThat(expectedTables).hasSizeGreaterThan(6);
    }

    private static org.apache.hadoop.fs.Path path(String text) {
        return new org.apache.hadoop.fs.Path(text);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.shutdown();
        store.close();
    }

    @ParameterizedTest
    @EnumSource
    void countsAsTheDirectory(Place place) throws Exception {
        Source source = place.open();
        String root = source.roots().get(0);
        ScanResult result = Scans.scan(source, StoreFixture.CHUNKINGS);
        assertThat(result.errors()).isEmpty();
        assertThat(Scans.ofData(result, root).toPrettyString()).isEqualTo(expected.toPrettyString());
        assertThat(Scans.tables(result, root, shared.resolve("tables"))).isEqualTo(expectedTables);
    }
}
