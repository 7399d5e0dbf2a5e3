package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.View;
import io.compscan.testing.Needs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be looked into is unread with a reason in one line, and never read as raw bytes. */
@Timeout(120)
@Needs(also = Qemu.class)
class RefusedImagesTest {

    @TempDir
    private Path directory;

    private Path raw;

    @BeforeEach
    void makeDisk() throws Exception {
        Files.createDirectory(directory.resolve("in"));
        raw = RawImage.write(directory.resolve("raw.img"), 8 << 20, 3);
    }

    private Path image(String name) {
        return directory.resolve("in").resolve(name);
    }

    private String failureOf(String name) throws Exception {
        Looked found = Looked.images(image(name));
        assertThat(found.units.get(0).sizeBytes()).isEqualTo(Files.size(image(name)));
        assertThat(found.containers).isEmpty();
        return found.failure();
    }

    private static void patch(Path file, long position, byte... bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), position);
        }
    }

    /**
     * An image that QEMU encrypts with AES, and one whose header says LUKS. QEMU itself makes no LUKS image where the
     * kernel counts processor time in ticks: it measures its key derivation by them.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void encrypted(int method) throws Exception {
        Qemu.img(
                directory.resolve("in"),
                "create",
                "--object",
                "secret,id=key,data=secret",
                "-f",
                "qcow2",
                "-o",
                "encrypt.format=aes,encrypt.key-secret=key",
                "disk.qcow2",
                "8M");
        patch(image("disk.qcow2"), 32, ByteBuffer.allocate(4).putInt(method).array());
        assertThat(failureOf("disk.qcow2")).isEqualTo("qcow2: it is encrypted");
    }

    @Test
    void unknownFeature() throws Exception {
        Qemu.img(directory, "convert", "-O", "qcow2", "raw.img", "in/disk.qcow2");
        patch(image("disk.qcow2"), 78, (byte) 0x80);
        assertThat(failureOf("disk.qcow2")).contains("features that are not known here: 0x8000");
    }

    @ParameterizedTest
    @CsvSource({"qcow2,qcow2", "vmdk,vmdk"})
    void missingParent(String view, String format) throws Exception {
        Qemu.img(directory, "convert", "-O", format, "raw.img", "in/base." + view);
        Qemu.img(directory.resolve("in"), "create", "-f", format, "-b", "base." + view, "-F", format, "top." + view);
        Files.delete(image("base." + view));
        assertThat(failureOf("top." + view)).contains("it names \"base." + view + "\", and there is no such file");
    }

    @Test
    void aParentOutsideOfWhatIsScanned() throws Exception {
        Qemu.img(directory, "convert", "-O", "qcow2", "raw.img", "base.qcow2");
        Qemu.img(directory.resolve("in"), "create", "-f", "qcow2", "-b", "../base.qcow2", "-F", "qcow2", "top.qcow2");
        Files.createSymbolicLink(image("link.qcow2"), directory.resolve("base.qcow2"));
        Qemu.img(directory.resolve("in"), "create", "-f", "qcow2", "-b", "link.qcow2", "-F", "qcow2", "linked.qcow2");

        assertThat(failureOf("top.qcow2")).contains("outside of what is scanned", "--image-parents");
        assertThat(failureOf("linked.qcow2")).contains("outside of what is scanned");

        Looked allowed = Looked.at(EnumSet.of(View.Kind.IMAGES), List.of(directory), image("top.qcow2"));
        allowed.assertHasBytesOf(raw);
        assertThat(allowed.containers.get(0).chainLength()).isEqualTo(2);
    }

    @Test
    void aCycle() throws Exception {
        Path in = directory.resolve("in");
        Qemu.img(in, "create", "-f", "qcow2", "a.qcow2", "1M");
        Qemu.img(in, "create", "-f", "qcow2", "-b", "a.qcow2", "-F", "qcow2", "b.qcow2");
        Qemu.img(in, "rebase", "-u", "-f", "qcow2", "-b", "b.qcow2", "-F", "qcow2", "a.qcow2");

        Looked found = Looked.images(in);

        assertThat(found.units).hasSize(2);
        found.units.remove(1);
        assertThat(found.failure()).contains("its chain of parents leads back to");
    }

    @Test
    void moreParentsThanAnyProductHas() throws Exception {
        Path in = directory.resolve("in");
        Qemu.img(in, "create", "-f", "qcow2", "0.qcow2", "1M");
        for (int i = 1; i <= 64; i++) {
            Qemu.img(in, "create", "-u", "-f", "qcow2", "-b", i - 1 + ".qcow2", "-F", "qcow2", i + ".qcow2", "1M");
        }
        assertThat(Looked.at(EnumSet.of(View.Kind.IMAGES), List.of(in), image("63.qcow2"))
                        .containers
                        .get(0)
                        .chainLength())
                .isEqualTo(64);
        assertThat(Looked.at(EnumSet.of(View.Kind.IMAGES), List.of(in), image("64.qcow2"))
                        .failure())
                .contains("more than 64 images lie on each other");
    }

    @Test
    void aParentThatHasChanged() throws Exception {
        Qemu.img(directory, "convert", "-O", "vmdk", "raw.img", "in/base.vmdk");
        Qemu.img(directory.resolve("in"), "create", "-f", "vmdk", "-b", "base.vmdk", "-F", "vmdk", "top.vmdk");
        Qemu.io(directory.resolve("in"), "base.vmdk", "vmdk", "write -P 9 0 64k");
        Looked found = Looked.at(EnumSet.of(View.Kind.IMAGES), List.of(directory), image("top.vmdk"));
        assertThat(found.failure()).contains("is another than that it was made from, or has changed");
    }

    @ParameterizedTest
    @CsvSource({
        "qcow2,qcow2,",
        "vmdk,vmdk,",
        "vmdk,vmdk,subformat=streamOptimized",
        "vhd,vpc,",
        "vhdx,vhdx,",
        "vdi,vdi,"
    })
    void truncatedAnywhere(String view, String format, String options) throws Exception {
        String name = "disk." + view;
        Qemu.img(
                directory,
                "convert",
                "-O",
                format,
                "-o",
                options == null ? "size=8M" : options,
                "raw.img",
                "in/" + name);
        byte[] whole = Files.readAllBytes(image(name));
        for (long length = whole.length - (160L << 10); length > 0; length -= Math.max(512, length / 12 / 512 * 512)) {
            try (FileChannel channel = FileChannel.open(image(name), StandardOpenOption.WRITE)) {
                channel.truncate(length);
            }
            Looked found = Looked.images(image(name));
            boolean isRecognised = length >= 64 << 10 || !found.containers.isEmpty() || isUnreadable(found);
            if (isRecognised) {
                assertThat(found.failure()).as("at " + length).isNotEmpty();
            }
        }
    }

    private static boolean isUnreadable(Looked found) {
        try (UnitChannel channel = found.units.get(0).open()) {
            return channel.read(0, new byte[1], 0, 1) < 0;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void extentsThatAreMissing() throws Exception {
        Qemu.img(directory, "convert", "-O", "vmdk", "-o", "subformat=monolithicFlat", "raw.img", "in/disk.vmdk");
        Files.delete(image("disk-flat.vmdk"));
        assertThat(failureOf("disk.vmdk")).contains("it names \"disk-flat.vmdk\", and there is no such file");
    }

    @Test
    void anExtentWithoutItsDescriptor() throws Exception {
        Qemu.img(directory, "convert", "-O", "vmdk", "-o", "subformat=twoGbMaxExtentSparse", "raw.img", "in/disk.vmdk");
        Files.delete(image("disk.vmdk"));
        assertThat(failureOf("disk-s001.vmdk")).contains("whose descriptor is not among");
    }

    @Test
    void aDescriptorThatNamesThePasswords() throws Exception {
        Files.writeString(image("evil.vmdk"), """
                # Disk DescriptorFile
                version=1
                CID=fffffffe
                parentCID=ffffffff
                createType="monolithicFlat"
                RW 1 FLAT "/etc/passwd" 0
                """);
        Looked found = Looked.at(EnumSet.of(View.Kind.IMAGES), List.of(directory), image("evil.vmdk"));
        assertThat(found.failure()).contains("\"/etc/passwd\", which lies outside of what is scanned");
    }

    @Test
    void encryptedByVmware() throws Exception {
        Files.writeString(
                image("disk.vmdk"),
                "# Disk DescriptorFile\nencryption.keySafe = \"vmware:key\"\nRW 1 FLAT \"x\" 0\n",
                StandardCharsets.UTF_8);
        assertThat(failureOf("disk.vmdk")).isEqualTo("vmdk: it is encrypted");
    }

    @Test
    void differencingVdi() throws Exception {
        Qemu.img(directory, "convert", "-O", "vdi", "raw.img", "in/disk.vdi");
        patch(image("disk.vdi"), 76, (byte) 4);
        assertThat(failureOf("disk.vdi")).contains("differencing");
    }
}
