package io.compscan.hadoop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One HDFS for all test classes of a JVM, because it takes ten seconds to start: a parameter of the type {@link FileSystem} is its root. Each class
 * keeps to a directory of its own. It ends with the last class.
 */
final class TestCluster implements ParameterResolver {

    private static final ExtensionContext.Namespace ALL = ExtensionContext.Namespace.create(TestCluster.class);

    /** The cluster and its files. */
    private record Running(MiniDFSCluster cluster, Path directory) implements AutoCloseable {

        static Running start() {
            try {
                Path directory = Files.createTempDirectory("compscan-dfs-");
                Configuration conf = new Configuration();
                conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.toString());
                // Blocks as short as they may be: files have several.
                conf.setLong("dfs.blocksize", 1 << 20);
                // A file is closed as soon as its last block is known, in place of 400 ms later.
                conf.setInt(HdfsClientConfigKeys.BlockWrite.LOCATEFOLLOWINGBLOCK_INITIAL_DELAY_MS_KEY, 5);
                return new Running(
                        new MiniDFSCluster.Builder(conf).numDataNodes(1).build(), directory);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            cluster.shutdown(true);
            directory.toFile().delete();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == FileSystem.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        try {
            return context.getRoot()
                    .getStore(ALL)
                    .computeIfAbsent(Running.class, key -> Running.start(), Running.class)
                    .cluster
                    .getFileSystem();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
