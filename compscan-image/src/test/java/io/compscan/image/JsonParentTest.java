package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.testing.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parents that an image names in QEMU's notation of JSON. */
class JsonParentTest {

    private static final int BYTES = 1 << 20;

    @TempDir
    Path directory;

    @BeforeEach
    void assume() {
        Programs.assume("qemu-img");
    }

    private void make(String parent) throws Exception {
        byte[] data = new byte[BYTES];
        new Random(1).nextBytes(data);
        Files.write(directory.resolve("raw"), data);
        Programs.runIn(directory, "qemu-img", "convert", "-f", "raw", "-O", "qcow2", "raw", "base.qcow2");
        Files.delete(directory.resolve("raw"));
        Programs.runIn(
                directory,
                "qemu-img",
                "create",
                "-q",
                "-u",
                "-f",
                "qcow2",
                "-F",
                "qcow2",
                "-b",
                parent,
                "top.qcow2",
                Integer.toString(BYTES));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "json:{\"driver\":\"qcow2\",\"file\":{\"driver\":\"file\",\"filename\":\"base.qcow2\"}}",
                "json:{ 'driver': 'qcow2', 'file.filename': 'base.qcow2', 'read-only': true }",
                "json:{\"file\": {\"filename\": \"b\\u0061se.qcow2\", \"driver\": \"file\"}}"
            })
    void aFileInTheDirectoryIsTheParent(String parent) throws Exception {
        make(parent);
        Looked looked = Looked.images(directory);
        assertThat(looked.containers).hasSize(1);
        assertThat(looked.containers.get(0).chainLength()).isEqualTo(2);
        Path raw = Files.createTempFile("raw", "");
        try {
            Programs.runIn(directory, "qemu-img", "convert", "-f", "qcow2", "-O", "raw", "base.qcow2", raw.toString());
            looked.assertHasBytesOf(raw);
        } finally {
            Files.delete(raw);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "json:{\"driver\":\"nbd\",\"server\":{\"path\":\"/run/x\"}}",
                "json:{\"driver\":\"raw\",\"offset\":512,\"file\":{\"driver\":\"file\",\"filename\":\"base.qcow2\"}}",
                "json:{\"driver\":\"qcow2\",\"backing\":null,\"file\":{\"driver\":\"file\",\"filename\":\"base.qcow2\"}}",
                "json:{\"driver\":\"qcow2\"",
                "json:[]",
                "json:"
            })
    void anythingElseIsRefused(String parent) throws Exception {
        make(parent);
        Files.delete(directory.resolve("base.qcow2"));
        assertThat(Looked.images(directory).failure()).contains("is not a file");
    }

    @Test
    void aNameThatLeadsOutIsRefused() throws Exception {
        make("json:{\"driver\":\"raw\",\"file\":{\"driver\":\"file\",\"filename\":\"/etc/passwd\"}}");
        Files.delete(directory.resolve("base.qcow2"));
        assertThat(Looked.images(directory).failure()).contains("/etc/passwd");
    }
}
