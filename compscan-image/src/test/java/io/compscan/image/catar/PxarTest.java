package io.compscan.image.catar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The archives of Proxmox Backup. The digests are those of what the encoder of the crate {@code pxar} 1.0.0 writes of the same files. The script
 * in dev/accuracy was written apart from this program, and its archives were those of the crate for 35 data sets.
 */
class PxarTest {

    private static final String SCRIPT = "../dev/accuracy/proxmox.py";
    private static final long ENTRY = 0xd5956474e588acefL;
    private static final int ENTRY_BYTES = 56;
    private static final int OWNERS_AT = 32;

    @TempDir
    private Path temporary;

    /** Two names of a file, links, a pipe, names that are no text, a time before 1970. */
    @Test
    @Needs("bash")
    void isWhatTheCrateWrites() throws Exception {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        Programs.runIn(tree, "bash", "-c", """
                umask 022
                mkdir -p b/c/d empty
                printf 'first' > a; chmod 640 a
                head -c 70000 /dev/zero > b/zeros; chmod 4755 b/zeros
                ln a b/again; ln b/zeros 'z z'
                ln -s ../nowhere link; ln -s b/c B
                mkfifo b/c/pipe; chmod 600 b/c/pipe
                for i in 0 1 2 3 4 5 6 7 8 9; do printf "%s" $i > b/c/d/name-$i; chmod 444 b/c/d/name-$i; done
                : > $'\\xff'; chmod 600 $'\\xff'
                chmod 2750 empty; chmod 755 b b/c b/c/d .
                find . -depth -exec touch -h -d '2011-02-03 04:05:06.789012345 UTC' {} +
                touch -d '1965-04-03 02:01:00.000000001 UTC' a
                """);
        byte[] archive = ofRoot(Trees.bytesOf("pxar", tree));
        assertThat(archive).hasSize(72698);
        assertThat(digest(archive)).isEqualTo("f3985770207b4669750c5db50175926607f022085ec59d71deda60d9b8429d6e");
    }

    /** Access lists, with a mask and without, capabilities, attributes; labels are left out. Root alone can make these. */
    @Test
    @Needs("python3")
    void attributesAreWhatTheCrateWrites() throws Exception {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        Trees.setAttributes(tree, """
                os.removexattr(".", "trusted.t")
                open("f", "w").write("x")
                os.mkdir("plain")
                os.chmod("plain", 0o750)
                os.chmod(".", 0o755)
                os.setxattr("f", "user.one", bytes([0, 1, 2]))
                os.setxattr("f", "security.NTACL", b"rights of Samba")
                os.setxattr("f", "security.selinux", b"label\\0")
                os.setxattr("f", "security.ima", b"signature")
                os.setxattr("f", "system.posix_acl_access", access((1, 6, nobody), (2, 5, 0), (2, 6, 54321), (4, 5, nobody),
                    (8, 1, 65432), (16, 7, nobody), (32, 4, nobody)))
                os.setxattr("f", "security.capability", struct.pack("<IIIII", 0x02000001, 1 << 10, 0, 0, 0))
                os.setxattr(".", "system.posix_acl_default", access((1, 7, nobody), (2, 5, 1), (4, 5, nobody), (8, 2, 8),
                    (16, 7, nobody), (32, 1, nobody)))
                os.setxattr("plain", "system.posix_acl_default", access((1, 6, nobody), (4, 5, nobody), (32, 1, nobody)))
                os.symlink("f", "link")
                os.setxattr("link", "trusted.of.link", b"not stored", follow_symlinks=False)
                os.remove("link")
                for name in "f", "plain", ".":
                    os.utime(name, ns=(1_000_000_000_000_000_005, 1_000_000_000_000_000_005))
                """);
        byte[] archive = Trees.bytesOf("pxar", tree);
        assertThat(archive).hasSize(743);
        assertThat(digest(archive)).isEqualTo("27837419181a0984bda462e1750d1c01c9d95bb1204e6d9c7a90f5adb309eebb");
    }

    @RepeatedTest(4)
    @Needs("python3")
    void isWhatTheScriptWrites() throws Exception {
        long seed = System.nanoTime();
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        Random random = new Random(seed);
        Trees.fill(tree, random, 3);
        Files.writeString(tree.resolve("~twice"), "text");
        Files.createLink(tree.resolve("!once more"), tree.resolve("~twice"));
        Files.createLink(Files.createDirectories(tree.resolve("a/b")).resolve("third"), tree.resolve("~twice"));
        assertThat(Trees.bytesOf("pxar", tree)).as("seed %d", seed).isEqualTo(archiveOf(tree));
    }

    /** A table has the shape of a search tree, which each number of names gives another form. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 100, 1000})
    @Needs("python3")
    void ofAnyNumberOfNames(int count) throws Exception {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        for (int i = 0; i < count; i++) {
            Files.createFile(tree.resolve("name-" + i));
        }
        assertThat(Trees.bytesOf("pxar", tree)).isEqualTo(archiveOf(tree));
    }

    /** Root alone can make these. */
    @Test
    @Needs("python3")
    void devicesAndOwners() throws Exception {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        assumeTrue(Programs.succeeds("mknod", temporary.resolve("device"), "c", "1", "3"), "may not make devices");
        Programs.runIn(
                tree,
                "bash",
                "-c",
                "mknod c c 300 70000; mknod b b 7 3; touch mine nobodys; chown 54321:54322 nobodys");
        assertThat(Trees.bytesOf("pxar", tree)).isEqualTo(archiveOf(tree));
    }

    /** A client does not go into what is mounted below. Root alone can mount. */
    @Test
    @Needs("python3")
    void anotherFileSystemIsAnEmptyDirectory() throws Exception {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        Path mount = Files.createDirectory(tree.resolve("mount"));
        assumeTrue(Programs.succeeds("mount", "-t", "tmpfs", "tmpfs", mount), "may not mount");
        try {
            Files.writeString(mount.resolve("unseen"), "text");
            assertThat(Trees.bytesOf("pxar", tree)).isEqualTo(archiveOf(tree));
            assertThat(Trees.bytesOf("catar", tree)).contains("unseen".getBytes(StandardCharsets.UTF_8));
        } finally {
            Programs.runIn(temporary, "umount", mount);
        }
    }

    private byte[] archiveOf(Path tree) throws Exception {
        Path archive = temporary.resolve("theirs.pxar");
        Programs.runIn(Path.of("."), "python3", SCRIPT, "archive", tree, archive);
        return Files.readAllBytes(archive);
    }

    /** The archive with root in place of whoever runs the test. */
    private static byte[] ofRoot(byte[] archive) {
        ByteBuffer bytes = ByteBuffer.wrap(archive).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at + ENTRY_BYTES <= archive.length; at++) {
            if (bytes.getLong(at) == ENTRY && bytes.getLong(at + 8) == ENTRY_BYTES) {
                bytes.putLong(at + OWNERS_AT, 0);
            }
        }
        return archive;
    }

    private static String digest(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
