package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import io.compscan.testing.Slow;
import io.compscan.testing.SparseFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Trees of all kinds, against what others count in them: Java's own file attributes, {@code find} and {@code du}. The seed of the random trees
 * is another each time; a failure names it, and {@code -Dcompscan.seed=N} repeats it.
 */
@Slow
@Timeout(120)
@EnabledOnOs(OS.LINUX)
@Needs(
        value = {"du", "wc"},
        also = TreeOracleTest.GnuTools.class)
class TreeOracleTest {

    private static final int BLOCK_BYTES = 4096;
    private static final LinkOption NO_FOLLOW = LinkOption.NOFOLLOW_LINKS;

    @TempDir
    private Path tempDir;

    private Path tree;
    private final Deque<Path> mounted = new ArrayDeque<>();
    private final Deque<String> devices = new ArrayDeque<>();

    /** Others do not print what is asked for here. */
    static final class GnuTools implements Needs.Need {
        @Override
        public Optional<String> missing() {
            boolean areHere = Programs.succeeds("find", "--version") && Programs.succeeds("du", "--version");
            return areHere ? Optional.empty() : Optional.of("find and du are not those of GNU");
        }
    }

    @BeforeEach
    void makeTree() throws IOException {
        tree = Files.createDirectory(tempDir.toRealPath().resolve("tree"));
    }

    @AfterEach
    void unmount() {
        for (Path place : mounted) {
            assertThat(Programs.succeeds("umount", place)).isTrue();
        }
        for (String device : devices) {
            assertThat(Programs.succeeds("losetup", "-d", device)).isTrue();
        }
    }

    private Path mount(Object... options) {
        Object[] command = new Object[options.length + 1];
        command[0] = "mount";
        System.arraycopy(options, 0, command, 1, options.length);
        assumeTrue(Programs.succeeds(command), "cannot mount");
        Path place = (Path) options[options.length - 1];
        mounted.push(place);
        return place;
    }

    private String device(String... mkfs) throws IOException {
        assumeTrue(Programs.succeeds("losetup", "-f"), "no loop devices");
        Path image = SparseFile.of(tempDir.resolve("image"), 128L << 20);
        Object[] command = Arrays.copyOf(mkfs, mkfs.length + 1, Object[].class);
        command[mkfs.length] = image;
        Programs.run(command);
        String device = Programs.run("losetup", "-f", "--show", image).strip();
        devices.push(device);
        return device;
    }

    private Path directory(String name) throws IOException {
        return Files.createDirectories(tree.resolve(name));
    }

    private Path file(String name, byte[] content) throws IOException {
        Path file = tree.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, content);
    }

    private Path file(String name, int bytes) throws IOException {
        return file(name, noise(new Random(bytes), bytes));
    }

    private static byte[] noise(Random random, int bytes) {
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        return content;
    }

    /** A name of bytes that are no UTF-8. */
    private static Path rawName(String number) {
        return Path.of(URI.create("file:///n%FF%0A%80" + number)).getFileName();
    }

    private Path socket(Path place) throws IOException {
        // The name of a socket that is bound has little room.
        Path made = tempDir.resolve("s");
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(made));
        }
        return Files.move(made, place);
    }

    /** What a scan must find, by the plainest of programs. */
    private static final class Oracle {

        private final boolean isOfOneDisk;
        private final Map<String, Long> numbers = new TreeMap<>();
        private final Set<Object> inodes = new HashSet<>();
        private final Set<Path> directories = new HashSet<>();
        private final Set<ByteBuffer> blocks = new HashSet<>();

        private Oracle(boolean isOfOneDisk) {
            this.isOfOneDisk = isOfOneDisk;
            for (String name : List.of(
                    "fileCount",
                    "directoryCount",
                    "hardLinkCount",
                    "symlinkCount",
                    "specialFileCount",
                    "logicalBytes",
                    "hardLinkBytes",
                    "scannedBytes",
                    "targetBytes",
                    "zeroBytes",
                    "uniqueBytes",
                    "chunkCount",
                    "uniqueChunkCount",
                    "unreadBytes",
                    "unreadPathCount",
                    "changedPathCount",
                    "excludedCount")) {
                numbers.put(name, 0L);
            }
        }

        /** @param isOfOneDisk whether directories of other devices are left out, and how often */
        static Map<String, Long> of(boolean isOfOneDisk, Path... roots) throws IOException {
            Oracle oracle = new Oracle(isOfOneDisk);
            for (Path root : roots) {
                if (Files.isDirectory(root)) {
                    oracle.directory(root);
                } else {
                    oracle.file(root, Files.readAttributes(root, "unix:dev,ino,size"));
                }
            }
            return oracle.numbers;
        }

        private void add(String name, long more) {
            numbers.merge(name, more, Long::sum);
        }

        private void directory(Path directory) throws IOException {
            if (!directories.add(directory.toRealPath())) {
                return;
            }
            add("directoryCount", 1);
            Object device = Files.getAttribute(directory, "unix:dev");
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                for (Path entry : entries) {
                    Map<String, Object> attributes = Files.readAttributes(entry, "unix:mode,dev,ino,size", NO_FOLLOW);
                    switch ((Integer) attributes.get("mode") >> 12) {
                        case 010 -> file(entry, attributes);
                        case 004 -> {
                            if (isOfOneDisk && !attributes.get("dev").equals(device)) {
                                add("excludedCount", 1);
                            } else {
                                directory(entry);
                            }
                        }
                        case 012 -> {
                            add("symlinkCount", 1);
                            add("targetBytes", (Long) attributes.get("size"));
                        }
                        default -> add("specialFileCount", 1);
                    }
                }
            }
        }

        private void file(Path file, Map<String, Object> attributes) throws IOException {
            add("fileCount", 1);
            if (inodes.add(List.of(attributes.get("dev"), attributes.get("ino")))) {
                blocks(file);
            } else {
                add("hardLinkCount", 1);
                add("hardLinkBytes", (Long) attributes.get("size"));
                add("logicalBytes", (Long) attributes.get("size"));
            }
        }

        private void blocks(Path file) throws IOException {
            try (InputStream in = Files.newInputStream(file)) {
                for (byte[] block = in.readNBytes(BLOCK_BYTES); block.length > 0; block = in.readNBytes(BLOCK_BYTES)) {
                    add("logicalBytes", block.length);
                    add("scannedBytes", block.length);
                    add("chunkCount", 1);
                    if (Arrays.equals(block, new byte[block.length])) {
                        add("zeroBytes", block.length);
                    } else if (blocks.add(ByteBuffer.wrap(block))) {
                        add("uniqueChunkCount", 1);
                        add("uniqueBytes", block.length);
                    }
                }
            }
        }
    }

    /** What GNU find and du say of the same names. */
    private static Map<String, Long> byTools(Path root) throws IOException {
        Map<String, Long> numbers = new TreeMap<>();
        Set<String> inodes = new HashSet<>();
        for (String line :
                Programs.run("find", root, "-printf", "%y %D:%i %s\\n").split("\n", -1)) {
            String[] entry = line.split(" ", -1);
            switch (entry[0]) {
                case "f" -> {
                    numbers.merge("fileCount", 1L, Long::sum);
                    numbers.merge("hardLinkCount", inodes.add(entry[1]) ? 0L : 1L, Long::sum);
                }
                case "d" -> numbers.merge("directoryCount", 1L, Long::sum);
                case "l" -> {
                    numbers.merge("symlinkCount", 1L, Long::sum);
                    numbers.merge("targetBytes", Long.parseLong(entry[2]), Long::sum);
                }
                case "" -> {}
                default -> numbers.merge("specialFileCount", 1L, Long::sum);
            }
        }
        String files = "find \"$1\" -type f -print0 | du --apparent-size -B1 -c --files0-from=- ";
        numbers.put("logicalBytes", lastNumber(files + "-l", root));
        numbers.put("scannedBytes", lastNumber(files, root));
        numbers.put("nameBytes", lastNumber("find \"$1\" \\( -type f -o -type l \\) -printf %f | wc -c", root));
        return numbers;
    }

    /** Names need not be text, so they stay in a pipe. */
    private static long lastNumber(String script, Path root) throws IOException {
        String[] lines = Programs.run("sh", "-c", script, "sh", root).split("\n", -1);
        return Long.parseLong(lines[lines.length - 2].split("\t", -1)[0]);
    }

    /** Scans, and compares with the oracle. Returns the result. */
    private static JsonNode compare(String shape, Path... roots) throws IOException {
        JsonNode result = Run.scan(ExitCode.OK, Arrays.copyOf(roots, roots.length, Object[].class));
        assertNumbers(shape + ", " + Arrays.toString(roots), result, Oracle.of(false, roots));
        assertThat(result.at("/errors"))
                .as("%s, %s", shape, Arrays.toString(roots))
                .allSatisfy(error -> assertThat(error.get("kind").asText()).isEqualTo("mounted_twice"));
        return result;
    }

    private static void compareOneFileSystem(String shape, Path root) throws IOException {
        JsonNode result = Run.scan(ExitCode.OK, root, "--one-file-system");
        assertNumbers(shape + ", one file system", result, Oracle.of(true, root));
    }

    private static void assertNumbers(String shape, JsonNode result, Map<String, Long> expected) {
        Map<String, Long> found = new TreeMap<>();
        for (String name : expected.keySet()) {
            JsonNode total = result.at("/totals/" + name);
            JsonNode number = total.isMissingNode() ? result.at("/layouts/0/" + name) : total;
            found.put(name, number.asLong(Long.MIN_VALUE));
        }
        assertThat(found).as(shape).isEqualTo(expected);
    }

    /** Compares with find and du as well. They give up at a directory that is mounted within itself. */
    private static JsonNode compareWithAll(String shape, Path root) throws IOException {
        JsonNode result = compare(shape, root);
        assertNumbers(shape + ", find and du", result, byTools(root));
        return result;
    }

    /** A line names both places, in the order in which the walk meets them. */
    private void assertMountedTwice(JsonNode result, String... places) {
        List<String> lines = StreamSupport.stream(result.at("/errors").spliterator(), false)
                .map(error ->
                        error.get("path").asText() + "," + error.get("reason").asText())
                .toList();
        assertThat(lines.isEmpty()).as("%s", lines).isEqualTo(places.length == 0);
        for (String place : places) {
            assertThat(lines)
                    .anyMatch(
                            line -> line.contains(tree + "/" + place + ",") || line.contains(tree + "/" + place + ";"));
        }
    }

    @Test
    void namesOfAllKinds() throws Exception {
        assumeTrue(Programs.succeeds("mkfifo", tree.resolve("pipe")), "no mkfifo");
        socket(tree.resolve("socket"));
        directory("empty/empty");
        file("none", 0);
        file("short", 1);
        file("even", 3 * BLOCK_BYTES);
        Path one = file("a/one", 3 * BLOCK_BYTES + 5);
        Files.createLink(directory("b").resolve("two"), one);
        Files.createLink(tree.resolve("three"), one);
        Path outside = Files.write(tempDir.resolve("outside"), noise(new Random(1), 9000));
        Files.createLink(tree.resolve("inside"), outside);
        Files.createLink(tree.resolve("none too"), tree.resolve("none"));
        Files.write(tree.resolve(rawName("1")), new byte[5000]);
        Path raw = Files.createDirectory(tree.resolve(rawName("2")));
        Files.write(raw.resolve(rawName("3")), noise(new Random(2), 100));
        Files.createLink(raw.resolve("\u00fc\n\ud83d\ude00"), one);
        Path sparse = SparseFile.of(tree.resolve("sparse"), (33L << 20) + 5);
        try (RandomAccessFile access = new RandomAccessFile(sparse.toFile(), "rw")) {
            access.seek(10_000_001);
            access.write(noise(new Random(3), 10_000));
        }
        SparseFile.of(tree.resolve("hole"), 1 << 20);
        for (String target : List.of("a", "none", "nowhere", "..", "link to itself")) {
            Files.createSymbolicLink(tree.resolve("link to " + target.replace("link to ", "")), Path.of(target));
        }
        compareWithAll("names", tree);
        compare("names", tree, one, tree.resolve("a"), tree.resolve("sparse"), one);
    }

    @Test
    @Needs(also = Needs.Root.class)
    void bindMounts() throws Exception {
        Path a = directory("a");
        file("a/f", 50_000);
        file("a/deep/g", 5000);
        Files.createLink(a.resolve("deep/h"), a.resolve("f"));
        mount("--bind", a, directory("b"));
        mount("--bind", tree.resolve("b"), directory("c"));
        mount("--bind", a.resolve("deep"), directory("d e"));
        JsonNode result = compareWithAll("directories", tree);
        assertMountedTwice(result, "b", "c", "d e");
        compare("roots", a, tree.resolve("b"), tree.resolve("c/deep"));
        compare("roots", tree.resolve("d e"), tree, a);

        Path hidden = file("hidden", 70_000);
        Path other = Files.createLink(tree.resolve("other"), hidden);
        mount("--bind", a.resolve("f"), hidden);
        // The inode that is hidden at one name is read at the other.
        compareWithAll("files", tree);
        compare("files", hidden, other, a.resolve("f"));

        Path within = directory("a/within");
        file("a/within/below", 300);
        mount("--bind", a, within);
        compare("within itself", tree);
        compare("within itself", within, a);
    }

    @Test
    @Needs(
            value = {"losetup", "mkfs.ext4"},
            also = Needs.Root.class)
    void oneFileSystemMountedTwice() throws Exception {
        String device = device("mkfs.ext4", "-q", "-F");
        Path one = mount(device, directory("one"));
        Path two = mount(device, directory("two"));
        file("one/d/f", 100_000);
        Files.createLink(one.resolve("g"), file("one/h", 5000));
        Files.createSymbolicLink(one.resolve("l"), Path.of("d"));
        SparseFile.of(one.resolve("hole"), 1 << 20);
        file("one/sub/hidden", 3000);
        mount("-t", "tmpfs", "-o", "size=1m", "none", one.resolve("sub"));
        file("one/sub/other", 4000);
        assertMountedTwice(compareWithAll("twice", tree), "two");
        compareOneFileSystem("twice", one);
        compareWithAll("alone", one);
        compareWithAll("alone", two);
        assertMountedTwice(compare("roots", one, two), "two");
        assertMountedTwice(compare("roots", two.resolve("d"), one), "one/d");
        compare("files", two.resolve("h"), one);
    }

    @Test
    @Needs(also = Needs.Root.class)
    void overlays() throws Exception {
        Path disk = mount("-t", "tmpfs", "-o", "size=4m", "none", directory("disk"));
        Path lower = directory("disk/lower");
        Files.createLink(lower.resolve("again"), file("disk/lower/d/f", 9000));
        file("disk/lower/gone", 10);
        file("disk/lower/kept", 20);
        Path upper = directory("disk/upper");
        String layers = "lowerdir=" + lower + ",upperdir=" + upper + ",workdir=" + directory("disk/work");
        Path merged = mount("-t", "overlay", "-o", layers, "none", directory("merged"));
        file("merged/new", 5000);
        Files.delete(merged.resolve("gone"));
        Files.write(merged.resolve("d/f"), new byte[5000]);
        assertMountedTwice(compareWithAll("one disk", tree));
        mount("--bind", merged, directory("merged twice"));
        assertMountedTwice(compareWithAll("and a mount of it", tree), "merged twice");
        compare("roots", lower, merged, tree);
        compareOneFileSystem("one disk", tree);

        Path far = file("far/far", 8000).getParent();
        Files.createLink(far.resolve("near"), far.resolve("far"));
        String both = "lowerdir=" + far + ":" + lower;
        Path first = mount("-t", "overlay", "-o", both, "none", directory("first"));
        Path second = mount("-t", "overlay", "-o", both, "none", directory("second"));
        compareWithAll("several disks", tree);
        compareOneFileSystem("several disks", first);
        compare("several disks", first, second, disk);
    }

    @Test
    @Needs(
            value = {"losetup", "mkfs.btrfs", "btrfs"},
            also = Needs.Root.class)
    void subvolumes() throws Exception {
        String device = device("mkfs.btrfs", "-q");
        Path disk = mount(device, directory("disk"));
        for (String name : List.of("@", "@/inner", "@/inner too", "other")) {
            Programs.run("btrfs", "subvolume", "create", disk.resolve(name));
            file("disk/" + name + "/f", 5000);
            Files.createLink(disk.resolve(name).resolve("g"), disk.resolve(name).resolve("f"));
        }
        Programs.run("btrfs", "subvolume", "snapshot", "-r", disk.resolve("@"), disk.resolve("snapshot"));
        Programs.run("btrfs", "subvolume", "snapshot", disk.resolve("@"), disk.resolve("@/changed"));
        file("disk/@/changed/f", 6000);
        Programs.run("cp", "--reflink=always", disk.resolve("@/f"), disk.resolve("other/reflink"));
        assertMountedTwice(compareWithAll("snapshots", tree));
        compareOneFileSystem("snapshots", disk);
        compare("snapshots", disk.resolve("snapshot"), disk.resolve("@"), disk);

        Path home = mount("-o", "subvol=@", device, directory("home"));
        assertMountedTwice(compareWithAll("a subvolume mounted as well", tree), "home");
        assertMountedTwice(compareWithAll("alone", home));
        compare("roots", home, disk);
        compare("roots", disk.resolve("@/inner"), home.resolve("inner"), disk);
    }

    /** Files whose size is 0, and which have bytes. */
    @Test
    @Needs(also = Needs.Root.class)
    void filesOfUnknownSize() throws Exception {
        Random random = new Random(4);
        byte[] large = noise(random, 3_000_001);
        Arrays.fill(large, 1 << 20, 2 << 20, (byte) 0);
        file("plain", large);
        List<byte[]> contents = List.of(new byte[0], new byte[1], noise(random, 5000), new byte[9000], large, large);
        Deque<FuseFile> files = new ArrayDeque<>();
        try {
            for (byte[] content : contents) {
                Path place = file("d/" + files.size(), 7);
                try {
                    files.push(FuseFile.ofUnknownSize(place, content));
                } catch (IOException e) {
                    assumeTrue(false, e.getMessage());
                }
            }
            long bytes = contents.stream().mapToLong(content -> content.length).sum();
            for (JsonNode result :
                    List.of(compare("FUSE", tree), compare("FUSE", tree.resolve("d/2"), tree.resolve("plain"), tree))) {
                assertThat(result.at("/totals/scannedBytes").asLong()).isEqualTo(bytes + large.length);
            }
        } finally {
            files.forEach(FuseFile::close);
        }
        // The kernel's own, which nothing changes meanwhile.
        Path inotify = Path.of("/proc/sys/fs/inotify");
        JsonNode result = compare("proc", inotify, Path.of("/proc/version"), Path.of("/proc/sys/kernel/pid_max"));
        assertThat(result.at("/totals/scannedBytes").asLong()).isPositive();
    }

    /** Directories, files, links and mounts at random. */
    private final class RandomTree {

        private final Random random;
        private final List<Path> directories = new ArrayList<>(List.of(tree));
        private final List<Path> files = new ArrayList<>();
        private final List<byte[]> blocks = new ArrayList<>(List.of(new byte[BLOCK_BYTES]));
        /** What is seen at the places of mounts. */
        private final Map<Path, Path> origins = new HashMap<>();

        private int count;

        RandomTree(long seed) throws IOException {
            random = new Random(seed);
            for (int i = 0; i < 6; i++) {
                blocks.add(noise(random, BLOCK_BYTES));
            }
            for (int i = random.nextInt(12); i >= 0; i--) {
                directories.add(Files.createDirectory(newName()));
            }
            for (int i = random.nextInt(30); i >= 0; i--) {
                files.add(newFile());
            }
            for (int i = random.nextInt(10); i > 0; i--) {
                files.add(Files.createLink(newName(), any(files)));
            }
            for (int i = random.nextInt(6); i > 0; i--) {
                Path target = random.nextBoolean() ? any(directories) : random.nextBoolean() ? any(files) : newName();
                Files.createSymbolicLink(newName(), target);
            }
            for (int i = random.nextInt(3); i > 0; i--) {
                socket(newName());
            }
        }

        private <T> T any(List<T> some) {
            return some.get(random.nextInt(some.size()));
        }

        private Path newName() {
            String number = String.valueOf(count++);
            Path directory = any(directories);
            return random.nextInt(4) == 0 ? directory.resolve(rawName(number)) : directory.resolve("n" + number);
        }

        private Path newFile() throws IOException {
            Path file = Files.createFile(newName());
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                for (int i = random.nextInt(5); i > 0; i--) {
                    // Whole blocks and parts, now and then behind a hole or across two blocks.
                    int length = random.nextBoolean() ? BLOCK_BYTES : random.nextInt(BLOCK_BYTES);
                    long hole = BLOCK_BYTES / 2L * random.nextInt(3) * random.nextInt(9);
                    channel.write(ByteBuffer.wrap(any(blocks), 0, length), channel.size() + hole);
                }
                if (random.nextInt(4) == 0) {
                    channel.write(ByteBuffer.allocate(1), channel.size() + random.nextInt(100_000));
                }
            }
            return file;
        }

        /** The text of others does not lead to them. */
        private boolean isText(Path path) {
            return path.toString().indexOf('\uFFFD') < 0;
        }

        /**
         * Mounts a directory on another, or a file on another.
         *
         * @return whether none may have come to lie within itself
         */
        boolean mountSome() {
            boolean isPlain = true;
            for (int i = random.nextInt(6); i > 0; i--) {
                boolean isFile = random.nextInt(3) == 0;
                Path from = any(isFile ? files : directories);
                Path place = any(isFile ? files : directories);
                // A mount may have hidden them.
                if (isText(from) && isText(place) && !place.equals(tree) && Files.exists(from) && Files.exists(place)) {
                    Path origin = origins.getOrDefault(from, from);
                    isPlain &= !place.startsWith(origin) && !origin.startsWith(place);
                    isPlain &= origins.keySet().stream()
                            .noneMatch(mount ->
                                    place.startsWith(mount) || (from.startsWith(mount) && !from.equals(mount)));
                    mount("--bind", from, place);
                    origins.put(place, origin);
                }
            }
            return isPlain;
        }

        /** The tree and parts of it that a path leads to, in any order. */
        Path[] roots() {
            List<Path> roots = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                Path root = random.nextInt(4) == 0 ? any(files) : any(directories);
                if (isText(root) && Files.exists(root)) {
                    roots.add(root);
                }
            }
            if (roots.isEmpty() || random.nextBoolean()) {
                roots.add(tree);
            }
            Collections.shuffle(roots, random);
            return roots.toArray(Path[]::new);
        }
    }

    @Test
    void randomTrees() throws Exception {
        long firstSeed = Long.getLong("compscan.seed", System.nanoTime());
        int tries = Integer.getInteger("compscan.fuzz.tries", 4);
        boolean canMount = new Needs.Root().missing().isEmpty();
        for (long seed = firstSeed; seed < firstSeed + tries; seed++) {
            String shape = "seed " + seed;
            tree = Files.createDirectory(tempDir.toRealPath().resolve(shape));
            RandomTree made = new RandomTree(seed);
            compareWithAll(shape, tree);
            if (canMount) {
                if (made.mountSome()) {
                    compareWithAll(shape, tree);
                } else {
                    compare(shape, tree);
                }
            }
            compare(shape, made.roots());
        }
    }
}
