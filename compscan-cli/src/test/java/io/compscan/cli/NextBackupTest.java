package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The index of a repository against a scan of today: what would the next backup add? */
class NextBackupTest {

    private static final int BLOCK = 65536;

    @TempDir
    private Path temporary;

    private Path tree;
    private Path today;

    @BeforeEach
    void makeTree() throws IOException {
        tree = Files.createDirectory(temporary.resolve("tree"));
        today = temporary.resolve("today.fpr");
        Files.writeString(tree.resolve("old.txt"), "nothing new under the sun\n".repeat(100));
        Files.writeString(tree.resolve("new.txt"), "something new\n".repeat(50));
    }

    /** Imports, types the command that the import names, and compares. */
    private JsonNode nextBackup(String format, Path place, Path... files) {
        Path index = temporary.resolve("index.fpr");
        scanAsAdvised(format, index, place, files);
        Run compared = Run.of("diff", index, today, "--json");
        assertThat(compared.exitCode()).as(compared.err()).isZero();
        return Run.json(compared.out()).at("/layouts/0/steps/1/nextBackup");
    }

    private void scanAsAdvised(String format, Path index, Path place, Path... files) {
        Object[] words = Stream.of(
                        Stream.of("import", format), Arrays.stream(files), Stream.of("--save", index, "--json"))
                .flatMap(part -> part)
                .toArray();
        Run imported = Run.of(words);
        assertThat(imported.exitCode()).as(imported.err()).isZero();
        Matcher advice = Pattern.compile("compscan (scan \\S+ .*--save today.fpr), and then")
                .matcher(imported.err());
        assertThat(advice.find()).as(imported.err()).isTrue();
        String[] typed = advice.group(1).split(" ", -1);
        typed[1] = (typed[1].startsWith("catar:") ? "catar:" : "") + place;
        typed[typed.length - 1] = today.toString();
        Run scanned =
                Run.of(Stream.concat(Arrays.stream(typed), Stream.of("-q")).toArray());
        assertThat(scanned.exitCode()).as(scanned.err()).isZero();
        assertThat(Run.of("report", index).out().replaceAll("\\s+", ""))
                .contains(advice.group(1).replace(" ", ""));
    }

    private Path resticIndex(byte[]... chunks) throws Exception {
        String blobs = Stream.of(chunks)
                .map(chunk -> "{\"id\":\"" + sha256(chunk) + "\",\"type\":\"data\",\"offset\":0,\"length\":132,"
                        + "\"uncompressed_length\":" + chunk.length + "}")
                .collect(Collectors.joining(","));
        return Files.writeString(
                temporary.resolve("repository.json"),
                "{\"version\":2,\"chunker_polynomial\":\"3c78dcafd8baad\"}\n{\"packs\":[{\"blobs\":[" + blobs
                        + "]}]}\n");
    }

    private static String sha256(byte[] chunk) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(chunk));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A short file is one chunk, so the index is made by hand: it has the old file, and one that is gone. */
    @Test
    void restic() throws Exception {
        Path repository = resticIndex(Files.readAllBytes(tree.resolve("old.txt")), new byte[] {1, 2, 3, 4});
        assertThat(Run.of("import", "restic", repository).unwrapped()).contains("What deduplication saves is unknown");
        JsonNode next = nextBackup("restic", tree, repository);
        assertThat(next.get("format").asText()).isEqualTo("restic");
        assertThat(next.get("chunkCount").asLong()).isEqualTo(1);
        assertThat(next.get("bytes").asLong()).isEqualTo(700);
        assertThat(next.get("grade").asText()).isEqualTo("measured");
        assertThat(next.at("/stored/0/compressor").asText()).isEqualTo("gozstd");
        assertThat(next.at("/stored/0/physicalBytes").asLong()).isBetween(20L, 100L);
        assertThat(next.at("/stored/0/grade").asText()).isEqualTo("checked");
        Path page = temporary.resolve("page.html");
        Run text =
                Run.of("diff", temporary.resolve("index.fpr"), today, "--html", page, "-o", temporary.resolve("out"));
        assertThat(text.exitCode()).as(text.err()).isZero();
        assertThat(text.out()).contains("the next backup of restic adds 700 B in 1 new chunk: measured");
        assertThat(page).content().contains("\"nextBackup\":{\"format\":\"restic\"");
        assertThat(temporary.resolve("out/diff.csv")).content().contains(",restic,measured,checked");
    }

    /** What does not compare gets the command that does. */
    @Test
    void anotherScanIsToldWhichOneCompares() throws Exception {
        Path index = temporary.resolve("index.fpr");
        assertThat(Run.of("import", "restic", resticIndex(new byte[9]), "--save", index, "-q")
                        .exitCode())
                .isZero();
        assertThat(Run.of("scan", tree, "--save", today, "-q").exitCode()).isZero();
        Run.of("diff", index, today)
                .failedWith(
                        1,
                        "fingerprint sha1, not sha256",
                        "The index compares with a set of: compscan scan DIR --chunk rabin:1048576,min=524288,window=64,"
                                + "poly=0x3c78dcafd8baad,value=0 --fingerprint sha256 --compress gozstd --save today.fpr");
        Run.of("merge", index, today).failedWith(1, "does not match");
    }

    /** The ids of Borg are keyed: everything would be new, which is not true. */
    @Test
    void borgIsRefused() throws Exception {
        ByteBuffer cache = ByteBuffer.allocate(18 + 44).order(ByteOrder.LITTLE_ENDIAN);
        cache.put("BORG_IDX".getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                .putInt(1)
                .putInt(1);
        cache.put((byte) 32)
                .put((byte) 12)
                .put(new byte[32])
                .putInt(1)
                .putInt(100)
                .putInt(50);
        Path chunks = Files.write(temporary.resolve("chunks"), cache.array());
        Path index = temporary.resolve("index.fpr");
        Run imported = Run.of("import", "borg", chunks, "--save", index, "--json");
        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(imported.err()).isEmpty();
        assertThat(Run.of("scan", tree, "--save", today, "-q").exitCode()).isZero();
        Run.of("diff", index, today)
                .failedWith(1, "No set of a scan compares: the ids of Borg depend on a key of the repository");
    }

    private static byte[] image(int... blocks) {
        byte[] image = new byte[blocks.length * BLOCK];
        for (int i = 0; i < blocks.length; i++) {
            byte[] block = new byte[BLOCK];
            if (blocks[i] > 0) {
                new Random(blocks[i]).nextBytes(block);
            }
            System.arraycopy(block, 0, image, i * BLOCK, BLOCK);
        }
        return image;
    }

    private Path fidx(byte[] image) throws Exception {
        ByteBuffer index = ByteBuffer.allocate(4096 + image.length / BLOCK * 32).order(ByteOrder.LITTLE_ENDIAN);
        index.putLong(0xCD0FFD91ED417F2FL).position(8 + 16 + 8 + 32);
        index.putLong(image.length).putLong(BLOCK).position(4096);
        for (int i = 0; i < image.length; i += BLOCK) {
            index.put(HexFormat.of().parseHex(sha256(Arrays.copyOfRange(image, i, i + BLOCK))));
        }
        return Files.write(temporary.resolve("drive.img.fidx"), index.array());
    }

    @Test
    void proxmox() throws Exception {
        Path disk = Files.write(temporary.resolve("disk"), image(1, 0, 2, 4, 5));
        JsonNode next = nextBackup("proxmox", disk, fidx(image(1, 0, 2, 3, 0)));
        assertThat(next.get("bytes").asLong()).isEqualTo(2 * BLOCK);
        assertThat(next.get("grade").asText()).isEqualTo("measured");
        assertThat(next.at("/stored/0/grade").asText()).isEqualTo("modelled");
    }

    /** Where nothing is in common, the digests may be keyed. */
    @Test
    void anEncryptedBackupIsNoMeasurement() throws Exception {
        Path disk = Files.write(temporary.resolve("disk"), image(1, 0, 2));
        JsonNode next = nextBackup("proxmox", disk, fidx(image(7, 8, 9)));
        assertThat(next.get("grade").asText()).isEqualTo("assumed");
        assertThat(Run.of("diff", temporary.resolve("index.fpr"), today).out())
                .contains("NOTHING IN COMMON", "may be encrypted");
    }

    /** The real programs: what they add is what was said before, to the byte. */
    @Test
    @Needs("restic")
    void whatResticAdds() throws Exception {
        Files.write(tree.resolve("long"), image(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20));
        Path repository = temporary.resolve("restic");
        BackupPrograms.restic(repository, tree, "init");
        BackupPrograms.restic(repository, tree, "backup", ".");
        Path file = Files.writeString(
                temporary.resolve("repository.json"),
                BackupPrograms.restic(repository, tree, "cat", "config") + resticIndexes(repository));
        Files.write(
                tree.resolve("long"), image(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 21, 22, 23));
        Files.writeString(tree.resolve("old.txt"), "changed");
        JsonNode next = nextBackup("restic", tree, file);
        JsonNode added = Run.json(BackupPrograms.restic(repository, tree, "backup", "--json", ".")
                .lines()
                .reduce((a, b) -> b)
                .orElseThrow());
        assertThat(next.get("chunkCount").asLong())
                .isPositive()
                .isEqualTo(added.get("data_blobs").asLong());
    }

    private String resticIndexes(Path repository) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String index :
                BackupPrograms.restic(repository, tree, "list", "index").lines().toList()) {
            all.append(BackupPrograms.restic(repository, tree, "cat", "index", index))
                    .append('\n');
        }
        return all.toString();
    }

    @Test
    @Needs("casync")
    void whatCasyncAdds() throws Exception {
        Files.write(tree.resolve("long"), image(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
        Path store = temporary.resolve("default.castr");
        Path index = temporary.resolve("1.caidx");
        Programs.run("casync", "make", "--store=" + store, index, tree);
        List<Path> before = chunks(store);
        Files.writeString(tree.resolve("more.txt"), "more\n");
        JsonNode next = nextBackup("casync", tree, index);
        Programs.run("casync", "make", "--store=" + store, temporary.resolve("2.caidx"), tree);
        assertThat(next.get("chunkCount").asLong())
                .isPositive()
                .isEqualTo(chunks(store).size() - before.size());
    }

    private static List<Path> chunks(Path store) throws IOException {
        try (Stream<Path> all = Files.walk(store)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
