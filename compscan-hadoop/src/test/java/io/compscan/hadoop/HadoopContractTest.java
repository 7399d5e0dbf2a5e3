package io.compscan.hadoop;

import io.compscan.core.source.Source;
import io.compscan.core.source.SourceContract;
import io.compscan.core.source.view.SourceContext;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class HadoopContractTest extends SourceContract {

    @TempDir
    private static java.nio.file.Path shared;

    private static MiniDFSCluster cluster;
    private static FileSystem hdfs;
    private static int sources;
    private String root = "";

    @BeforeAll
    static void start() throws Exception {
        Configuration conf = new Configuration();
        conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, shared.toString());
        conf.setLong("dfs.blocksize", 1 << 20);
        cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
        hdfs = cluster.getFileSystem();
    }

    @AfterAll
    static void stop() {
        cluster.shutdown();
    }

    private void write(String file, byte[] content) throws IOException {
        try (OutputStream out = hdfs.create(new Path(root, file), true)) {
            out.write(content);
        }
    }

    @Override
    protected Source source(Map<String, byte[]> files) throws Exception {
        root = hdfs.getUri() + "/test" + sources++;
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            write(file.getKey(), file.getValue());
        }
        return new HadoopProvider().open(List.of(root), new SourceContext(List.of(), List.of()));
    }

    @Override
    protected void replace(String file, byte[] content) throws IOException {
        write(file, content);
    }

    @Override
    protected void remove(String file) throws IOException {
        hdfs.delete(new Path(root, file), false);
    }
}
