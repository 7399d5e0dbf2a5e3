package io.compscan.hadoop;

import io.compscan.core.source.Source;
import io.compscan.core.source.SourceContract;
import io.compscan.core.source.view.SourceContext;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(TestCluster.class)
class HadoopContractTest extends SourceContract {

    private static FileSystem hdfs;
    private static int sources;
    private String root = "";

    @BeforeAll
    static void start(FileSystem files) {
        hdfs = files;
    }

    private void write(String file, byte[] content) throws IOException {
        try (OutputStream out = hdfs.create(new Path(root, file), true)) {
            out.write(content);
        }
    }

    @Override
    protected Source source(Map<String, byte[]> files) throws Exception {
        root = hdfs.getUri() + "/contract/test" + sources++;
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
