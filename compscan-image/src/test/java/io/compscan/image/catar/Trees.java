package io.compscan.image.catar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.WalkedUnits;
import io.compscan.core.source.view.SourceContext;
import io.compscan.testing.Programs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/** Directories at random, and the archives that compscan makes of them. */
final class Trees {

    static final SourceContext ALL = new SourceContext(List.of(), List.of());

    private Trees() {}

    /** Fills a directory: directories in directories, files of all sizes, links to somewhere and to nowhere, permissions, old times. */
    static void fill(Path directory, Random random, int depth) throws IOException {
        int count = random.nextInt(12);
        for (int i = 0; i < count; i++) {
            Path path = directory.resolve(Integer.toString(random.nextInt(1 << 20), 36) + "-" + i);
            int kind = random.nextInt(depth > 0 ? 8 : 6);
            if (kind >= 6) {
                Files.createDirectory(path);
                fill(path, random, depth - 1);
            } else if (kind == 5) {
                Files.createSymbolicLink(path, Path.of(random.nextBoolean() ? "../x" : "/nowhere/at all"));
                continue;
            } else {
                byte[] data = new byte[kind == 0 ? random.nextInt(300_000) : random.nextInt(3_000)];
                random.nextBytes(data);
                Files.write(path, data);
                Files.setPosixFilePermissions(
                        path, PosixFilePermissions.fromString(random.nextBoolean() ? "rw-------" : "r-xr-xr-x"));
            }
            Files.setLastModifiedTime(
                    path,
                    FileTime.from(
                            Instant.ofEpochSecond(random.nextInt(Integer.MAX_VALUE), random.nextInt(1_000_000_000))));
        }
    }

    /**
     * Runs a program of Python in a directory, after {@code access(ENTRY...)}, which packs an access list. The program may set any attribute;
     * where only root may, another user skips the test. The directory has an attribute {@code trusted.t}.
     */
    static void setAttributes(Path directory, String program) throws Exception {
        assumeTrue(
                Programs.succeeds(
                        "python3", "-c", "import os, sys; os.setxattr(sys.argv[1], 'trusted.t', b'')", directory),
                "may not set attributes of the system");
        Programs.runIn(directory, "python3", "-c", """
                import os, struct
                nobody = 0xffffffff
                def access(*entries):
                    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)
                """ + program);
    }

    /** The bytes of the archive. */
    static byte[] bytesOf(String scheme, Path tree) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (UnitChannel channel = unit(scheme, tree).open()) {
            byte[] data = new byte[1 << 16];
            for (int got; (got = channel.read(bytes.size(), data, 0, data.length)) > 0; ) {
                bytes.write(data, 0, got);
            }
        }
        return bytes.toByteArray();
    }

    /** The archive as a scan meets it. */
    static Unit unit(String scheme, Path tree) throws Exception {
        String location = scheme + ":" + tree;
        List<Unit> units = WalkedUnits.of(new ArchiveProvider().open(List.of(location), ALL));
        assertThat(units).hasSize(1);
        assertThat(units.get(0).name()).isEqualTo(location);
        return units.get(0);
    }
}
