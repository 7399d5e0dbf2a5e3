package io.compscan.spark.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.set.SetMerge;
import io.compscan.core.set.Sets;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file system {@code sd:}, over the local one. */
class DedupFileSystemTest {

    @TempDir
    private java.nio.file.Path temporary;

    private Configuration configuration(String mode) {
        Configuration conf = new Configuration();
        conf.set("fs.sd.impl", DedupFileSystem.class.getName());
        conf.set("fs.sd.mode", mode);
        conf.set("fs.sd.save", temporary.resolve("sets").toString());
        return conf;
    }

    private static byte[] random(long seed, int bytes) {
        byte[] content = new byte[bytes];
        new Random(seed).nextBytes(content);
        return content;
    }

    /** Two file systems, as two JVMs have them, write the same file and one of their own each. */
    @ParameterizedTest
    @ValueSource(strings = {"tee", "discard"})
    void whatIsWrittenIsMeasuredAndMergedAfterwards(String mode) throws Exception {
        Configuration conf = configuration(mode);
        byte[] shared = random(1, 100_000);
        for (int jvm = 0; jvm < 2; jvm++) {
            byte[] own = random(2 + jvm, 20_000);
            try (FileSystem fs = FileSystem.newInstance(URI.create("sd:///"), conf)) {
                Path directory = new Path("sd://" + temporary + "/out" + jvm);
                assertThat(fs.mkdirs(directory)).isTrue();
                write(fs, new Path(directory, "shared.bin"), shared);
                write(fs, new Path(directory, "own.tmp"), own);
                assertThat(fs.rename(new Path(directory, "own.tmp"), new Path(directory, "own.bin")))
                        .isTrue();
                FileStatus[] found = fs.listStatus(directory);
                assertThat(Stream.of(found).map(status -> status.getPath().getName()))
                        .containsExactlyInAnyOrder("shared.bin", "own.bin");
                assertThat(found[0].getPath().toUri().getScheme()).isEqualTo("sd");
                assertThat(fs.getFileStatus(found[0].getPath()).isFile()).isTrue();
            }
            boolean isKept = mode.equals("tee");
            assertThat(Files.readAllBytes(temporary.resolve("out" + jvm + "/shared.bin")))
                    .isEqualTo(isKept ? shared : new byte[0]);
        }
        List<java.nio.file.Path> sets;
        try (Stream<java.nio.file.Path> files = Files.list(temporary.resolve("sets"))) {
            sets = files.toList();
        }
        assertThat(sets).hasSize(2);
        try (Sets opened = Sets.open(sets)) {
            ScanResult union = SetMerge.merge(opened, null, List.of()).union();
            assertThat(union.totals().scannedBytes()).isEqualTo(240_000);
            assertThat(union.layouts().get(0).uniqueBytes()).isEqualTo(140_000);
            assertThat(union.errors()).isEmpty();
        }
    }

    private static void write(FileSystem fs, Path path, byte[] content) throws IOException {
        try (FSDataOutputStream out = fs.create(path)) {
            out.write(content, 0, 1000);
            out.write(content[1000]);
            out.hflush();
            out.write(content, 1001, content.length - 1001);
        }
    }

    @Test
    void mistakesNameTheirKey() {
        Configuration conf = configuration("tee");
        conf.set("fs.sd.chunk", "9q");
        assertThatThrownBy(() -> FileSystem.newInstance(URI.create("sd:///"), conf))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("9q");
        Configuration other = configuration("keep");
        assertThatThrownBy(() -> FileSystem.newInstance(URI.create("sd:///"), other))
                .hasMessage("fs.sd.mode: keep is neither tee nor discard");
        Configuration nowhere = configuration("tee");
        nowhere.unset("fs.sd.save");
        assertThatThrownBy(() -> FileSystem.newInstance(URI.create("sd:///"), nowhere))
                .hasMessageContaining("fs.sd.save is missing");
    }
}
