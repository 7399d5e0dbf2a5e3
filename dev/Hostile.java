import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Runs commands on damaged and odd inputs, within one JVM: {@code dev/hostile [RUNS [SEED]]}.
 *
 * <p>A run fails if it ends with a stack, with a code that is not documented, without a word, after the deadline, or with numbers that do not
 * add up. Its seed is printed, and {@code dev/hostile 1 SEED} repeats it. Inputs of failures are kept.
 */
public final class Hostile {

    private static final long DEADLINE_SECONDS = 60;
    private static final long[] EXTREMES = {
        0, 1, 2, 127, 255, 4096, 65535, 65536, Integer.MAX_VALUE, 1L << 31, 1L << 32, (1L << 32) - 1, 1L << 40, 1L << 52,
        1L << 61, 1L << 62, Long.MAX_VALUE, Long.MIN_VALUE, -1, -2, -4096
    };
    private static final JsonMapper JSON = new JsonMapper();

    private final Path work;
    private final Map<String, byte[]> sound = new HashMap<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private Path tree;
    private Random random = new Random();
    private Path place;

    private Hostile(Path work) {
        this.work = work;
    }

    public static void main(String[] args) throws Exception {
        int runs = args.length > 0 ? Integer.parseInt(args[0]) : 4000;
        long seed = args.length > 1 ? Long.parseLong(args[1]) : System.nanoTime();
        System.out.println("dev/hostile: " + runs + " runs from seed " + seed + " on");
        Path work = Files.createTempDirectory("compscan-hostile-");
        Hostile hostile = new Hostile(work);
        hostile.prepare();
        int failures = 0;
        for (int i = 0; i < runs; i++) {
            failures += hostile.run(seed + i) ? 0 : 1;
        }
        hostile.counts.forEach((what, count) -> System.out.println("  " + what + ": " + count));
        System.out.println(runs + " runs, " + failures + " failures" + (failures > 0 ? "; inputs in " + work : ""));
        if (failures == 0) {
            remove(work);
        }
        System.exit(failures == 0 ? 0 : 1);
    }

    // The commands

    private record Outcome(int exitCode, String out, String err) {}

    private static Outcome execute(List<String> arguments) throws Exception {
        String[] words = arguments.toArray(String[]::new);
        Method maker = Class.forName("io.compscan.cli.AllCommands").getDeclaredMethod("commandLine", String[].class);
        maker.setAccessible(true);
        CommandLine commandLine = (CommandLine) maker.invoke(null, (Object) words);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err));
        return new Outcome(commandLine.execute(words), out.toString(), err.toString());
    }

    /** Makes an input and runs a command on it; returns whether that went well. */
    private boolean run(long seed) throws Exception {
        random = new Random(seed);
        place = Files.createDirectory(work.resolve("run-" + seed));
        List<String> arguments = arguments();
        Outcome[] result = new Outcome[1];
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(() -> {
            try {
                result[0] = execute(arguments);
            } catch (Throwable e) {
                thrown[0] = e;
            }
        });
        thread.setDaemon(true);
        thread.start();
        thread.join(TimeUnit.SECONDS.toMillis(DEADLINE_SECONDS));
        String fault;
        if (thread.isAlive()) {
            StringBuilder stacks = new StringBuilder("no end after " + DEADLINE_SECONDS + " s");
            Thread.getAllStackTraces().forEach((one, stack) -> stacks.append('\n').append(one.getName())
                    .append(Arrays.toString(stack).replace(", ", "\n    ")));
            fault = stacks.toString();
        } else if (thrown[0] != null) {
            fault = "thrown: " + thrown[0];
        } else {
            fault = fault(arguments, result[0]);
        }
        String kind = arguments.get(0) + (arguments.get(0).equals("import") ? " " + arguments.get(1) : "");
        counts.merge(kind + " -> " + (result[0] == null ? "none" : result[0].exitCode), 1, Integer::sum);
        if (fault == null) {
            remove(place);
            return true;
        }
        System.out.println("seed " + seed + ": compscan " + String.join(" ", arguments) + "\n  " + fault);
        return false;
    }

    private static String fault(List<String> arguments, Outcome outcome) {
        String err = outcome.err;
        if (err.contains("this is a bug") || err.contains("\n    at ")) {
            return "exit code " + outcome.exitCode + ": " + err.lines().limit(6).toList();
        }
        if (!List.of(0, 1, 2, 3).contains(outcome.exitCode)) {
            return "exit code " + outcome.exitCode + ": " + err;
        }
        if (outcome.exitCode == 1 || outcome.exitCode == 2) {
            List<String> lines = err.lines().toList();
            if (lines.isEmpty() || !lines.stream().allMatch(line -> line.startsWith("compscan: "))) {
                return "exit code " + outcome.exitCode + " with: " + err;
            }
            return err.chars().allMatch(c -> c == '\n' || c >= ' ') ? null : "raw characters: " + err;
        }
        if (!arguments.contains("--json") || outcome.out.isEmpty() || arguments.get(0).equals("info")) {
            return null;
        }
        try {
            JsonNode document = JSON.readTree(outcome.out);
            JsonNode union = document.has("union") ? document.get("union") : document;
            return union.has("totals") && union.has("layouts") ? waterfall(union, outcome.exitCode) : null;
        } catch (IOException e) {
            return "no JSON: " + e.getMessage();
        }
    }

    private static String waterfall(JsonNode result, int exitCode) {
        JsonNode totals = result.get("totals");
        long scanned = totals.get("scannedBytes").asLong();
        if (totals.get("logicalBytes").asLong()
                != scanned + totals.get("hardLinkBytes").asLong() + totals.get("unreadBytes").asLong()) {
            return "the totals do not add up: " + totals;
        }
        if (totals.get("unreadBytes").asLong() > 0 && exitCode == 0) {
            return "unread bytes with exit code 0: " + totals;
        }
        for (JsonNode layout : result.get("layouts")) {
            long unique = layout.get("uniqueBytes").asLong();
            if (scanned != layout.get("zeroBytes").asLong() + layout.get("duplicateBytes").asLong() + unique) {
                return "the layout does not add up: " + layout;
            }
            for (JsonNode one : layout.get("compression")) {
                if (unique != one.get("compressedAwayBytes").asLong() + one.get("physicalBytes").asLong()) {
                    return "the compression does not add up: " + one;
                }
            }
        }
        return null;
    }

    private List<String> arguments() throws Exception {
        List<String> words = new ArrayList<>();
        switch (random.nextInt(12)) {
            case 0 -> words.addAll(List.of("info", set("one"), pick("--verify", "--csv", "--json", "-q").replace("-q", "--json")));
            case 1, 2 -> {
                String first = pick("one", "two", "sketch", "cdc");
                words.addAll(List.of("merge", set(first), set(random.nextInt(4) == 0 ? "cdc" : first), "--json"));
                if (random.nextInt(4) == 0) {
                    words.addAll(List.of("--save", place.resolve("union.fpr").toString(), "-o", place.resolve("o").toString()));
                }
            }
            case 3 -> words.addAll(
                    random.nextBoolean()
                            ? List.of("diff", set("one"), set("two"), pick("--json", "--quiet"))
                            : List.of("place", set("one"), set(pick("two", "sketch")), "--pool", "A=" + pick("1MB", "1GB") + ":vdo",
                                    "--pool", "B=1GB:vdo", pick("--json", "--details")));
            case 4 -> words.addAll(random.nextBoolean()
                    ? List.of("report", result(), "--html", place.resolve("page.html").toString())
                    : List.of("report", result(), pick("--details", "--out=" + place.resolve("csv"))));
            case 5 -> words.addAll(random.nextBoolean()
                    ? List.of("plan", result(), "--growth", "20%", "--json")
                    : List.of("plan", result(), "--growth", "10%"));
            case 6, 7 -> {
                String format = pick("fs-hasher", "fs-hasher-variable", "fiu", "fiu-final", "proxmox", "proxmox-dynamic", "casync",
                        "borg", "zfs", "restic");
                String name = format.replace("-variable", "").replace("-dynamic", "");
                byte[] one = damaged(sound.get(format.replace("-final", "")));
                words.addAll(List.of("import", name, write("a", one), "--json"));
                if (random.nextInt(3) == 0) {
                    words.add(write("b", random.nextBoolean() ? one : damaged(sound.get(format.replace("-final", "")))));
                }
                if (random.nextInt(4) == 0) {
                    words.addAll(List.of("--save", place.resolve("t.fpr").toString()));
                }
            }
            case 8 -> words.addAll(List.of("memory", write("core", damaged(sound.get(pick("elf", "elf-machine", "raw")))), "--json"));
            case 9 -> words.addAll(switch (random.nextInt(3)) {
                case 0 -> List.of("duplicates", set(pick("one", "cdc", "sketch")), "--json");
                case 1 -> List.of("duplicates", result(), "--json");
                default -> List.of("duplicates", oddTree(), "--json", "-q");
            });
            case 10 -> words.addAll(List.of("doctor", write("disk.img", damaged(sound.get(pick("mbr", "gpt")))), "--json", "-q"));
            default -> words.addAll(switch (random.nextInt(8)) {
                case 0 -> List.of("watch", oddTree(), "--for", "1s", "--json", "-q");
                case 1, 2, 3 -> List.of("estimate", oddTree(), "--read", pick("50%", "100%"), "--json", "-q");
                default -> List.of("scan", oddTree(), "--json", "-q", "--chunk", pick("4k", "fastcdc:8k", "512"), "--into", "images,archives,partitions");
            });
        }
        return words;
    }

    private String pick(String... some) {
        return some[random.nextInt(some.length)];
    }

    private String write(String name, byte[] bytes) throws IOException {
        return Files.write(place.resolve(name), bytes).toString();
    }

    private String set(String name) throws IOException {
        return write(name + random.nextInt(1000) + ".fpr", random.nextInt(3) == 0 ? sound.get(name) : damaged(sound.get(name)));
    }

    /** A result with numbers, fields and elements that are wrong, or with damage of its text. */
    private String result() throws IOException {
        byte[] bytes = sound.get(pick("result", "result-memory"));
        if (random.nextInt(4) == 0) {
            return write("result.json", damaged(bytes));
        }
        JsonNode document = JSON.readTree(bytes);
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            change(document, 0);
        }
        return write("result.json", JSON.writeValueAsBytes(document));
    }

    private void change(JsonNode node, int depth) {
        if (node instanceof ObjectNode object && !object.isEmpty()) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            String name = names.get(random.nextInt(names.size()));
            JsonNode value = object.get(name);
            if (value.isContainerNode() && !value.isEmpty() && (depth < 1 || random.nextInt(8) > 0)) {
                change(value, depth + 1);
            } else if (random.nextInt(12) == 0) {
                object.remove(name);
            } else if (depth > 0) {
                object.set(name, other(value));
            }
        } else if (node instanceof ArrayNode array && !array.isEmpty()) {
            int at = random.nextInt(array.size());
            JsonNode value = array.get(at);
            if (value.isContainerNode() && !value.isEmpty() && random.nextInt(6) > 0) {
                change(value, depth + 1);
            } else if (random.nextInt(3) == 0) {
                array.remove(at);
            } else if (random.nextInt(2) == 0) {
                array.add(value.deepCopy());
            } else {
                array.set(at, other(value));
            }
        }
    }

    private JsonNode other(JsonNode value) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (random.nextInt(6) > 0 && value.isIntegralNumber()) {
            return nodes.numberNode(random.nextBoolean()
                    ? EXTREMES[random.nextInt(EXTREMES.length)]
                    : value.asLong() + random.nextInt(5) - 2);
        }
        return switch (random.nextInt(7)) {
            case 0 -> nodes.nullNode();
            case 1 -> nodes.textNode("\u202e\u0007<script>" + random.nextInt());
            case 2 -> nodes.numberNode(random.nextGaussian() * 1e18);
            case 3 -> nodes.numberNode(Double.MAX_VALUE);
            case 4 -> nodes.booleanNode(random.nextBoolean());
            case 5 -> nodes.arrayNode();
            default -> nodes.objectNode();
        };
    }

    private byte[] damaged(byte[] original) {
        byte[] bytes = original.clone();
        int changes = random.nextInt(5);
        for (int i = 0; i < changes && bytes.length > 16; i++) {
            int from = switch (random.nextInt(3)) {
                case 0 -> Math.min(bytes.length, 700);
                case 1 -> Math.min(bytes.length, 5000);
                default -> bytes.length;
            };
            int at = random.nextInt(from - 8);
            switch (random.nextInt(7)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(at, EXTREMES[random.nextInt(EXTREMES.length)]);
                case 3 -> ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(at / 4 * 4, (int) EXTREMES[random.nextInt(EXTREMES.length)]);
                case 4 -> bytes = Arrays.copyOf(bytes, at + 1);
                case 5 -> bytes = Arrays.copyOf(bytes, bytes.length + random.nextInt(5000));
                default -> {
                    int length = Math.min(1 + random.nextInt(64), bytes.length - at);
                    System.arraycopy(bytes, random.nextInt(bytes.length - length + 1), bytes, at, length);
                }
            }
        }
        return bytes;
    }

    // The inputs

    private void prepare() throws Exception {
        tree = Files.createDirectory(work.resolve("tree"));
        byte[] noise = new byte[300_000];
        new Random(1).nextBytes(noise);
        for (int i = 0; i < 12; i++) {
            Path directory = Files.createDirectories(tree.resolve("d" + i % 4));
            Files.write(directory.resolve("f" + i + ".bin"), Arrays.copyOfRange(noise, i % 5 * 20_000, 150_000 + i * 10));
            Files.writeString(directory.resolve("t" + i + ".txt"), ("line " + i % 3 + "\n").repeat(3000));
        }
        Files.write(tree.resolve("zeros"), new byte[200_000]);
        String all = tree.toString();
        make("one", "scan", all, "-q", "--save");
        make("two", "scan", all + "/d1", "-q", "--save");
        make("cdc", "scan", all, "-q", "--chunk", "fastcdc:8k,4k", "--profile", "restic", "--save");
        make("sketch", "scan", all, "-q", "--index", "sketch:1024", "--save");
        sound.put("result", document("scan", all, "-q", "--json", "--per-file", "--profile", "restic,vdo", "--chunk", "4k"));
        sound.put("raw", Arrays.copyOf(noise, 60 * 4096));
        sound.put("elf", elf(noise, false));
        sound.put("elf-machine", elf(noise, true));
        Path core = Files.write(work.resolve("core"), sound.get("elf"));
        sound.put("result-memory", document("memory", core.toString(), "-q", "--json"));
        traces();
        disks(noise);
    }

    private static byte[] document(String... arguments) throws Exception {
        Outcome outcome = execute(List.of(arguments));
        if (outcome.exitCode != 0) {
            throw new IllegalStateException(List.of(arguments) + ": " + outcome.err);
        }
        return outcome.out.getBytes(StandardCharsets.UTF_8);
    }

    private void make(String name, String... arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of(arguments));
        Path set = work.resolve(name + ".fpr");
        words.add(set.toString());
        Outcome outcome = execute(words);
        if (outcome.exitCode != 0) {
            throw new IllegalStateException(words + ": " + outcome.err);
        }
        sound.put(name, Files.readAllBytes(set));
    }

    /** A tree with files of which some are odd. */
    private String oddTree() throws Exception {
        Path odd = Files.createDirectory(place.resolve("odd"));
        int files = 1 + random.nextInt(8);
        for (int i = 0; i < files; i++) {
            Path file = odd.resolve(pick("a", "b b", "\r", "\u202e", "-x", "..a", "\ud55c") + i + pick("", ".tar", ".zip", ".qcow2", ".gz"));
            switch (random.nextInt(7)) {
                case 0 -> Files.createSymbolicLink(file, Path.of(pick(".", "nowhere", "/dev/zero", file.toString())));
                case 1 -> new ProcessBuilder("mkfifo", file.toString()).start().waitFor();
                case 2 -> Files.write(file, new byte[random.nextInt(3) * 4096]);
                case 3 -> Files.createDirectories(file.resolve("x".repeat(1 + random.nextInt(200))).resolve("y"));
                case 4 -> Files.write(file, damaged(sound.get(pick("one", "mbr", "gpt", "elf", "result"))));
                default -> Files.write(file, Arrays.copyOf(sound.get("raw"), random.nextInt(200_000)));
            }
        }
        return odd.toString();
    }

    private static byte[] elf(byte[] noise, boolean isMachine) {
        int pages = 40;
        ByteBuffer elf = ByteBuffer.allocate((pages + 1) * 4096).order(ByteOrder.LITTLE_ENDIAN);
        elf.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}).putShort(16, (short) 4).putLong(32, 64);
        elf.putShort(54, (short) 56).putShort(56, (short) 4);
        for (int i = 0; i < 4; i++) {
            int at = 64 + i * 56;
            elf.putInt(at, 1).putLong(at + 8, 4096 + i * 10 * 4096L).putLong(at + 16, 0x400000 + i * 0x100000L);
            elf.putLong(at + 24, isMachine ? i * 0x100000L : 0).putLong(at + 32, 10 * 4096).putLong(at + 40, 10 * 4096);
        }
        return elf.put(4096, noise, 0, pages * 4096).array();
    }

    private static final class Record {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Record number(long value, int length) {
            for (int i = 0; i < length; i++) {
                bytes.write((int) (value >>> 8 * i));
            }
            return this;
        }

        Record put(byte[] some) {
            bytes.writeBytes(some);
            return this;
        }

        Record text(String text, int length) {
            return put(Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), length));
        }
    }

    private static byte[] digest(String algorithm, int number, int length) throws Exception {
        return Arrays.copyOf(MessageDigest.getInstance(algorithm).digest(new byte[] {(byte) number}), length);
    }

    private void traces() throws Exception {
        for (boolean isFixed : new boolean[] {true, false}) {
            Record out = new Record().number(0xDEADDEADL, 4).number(7, 4).number(3, 8).text("/home", 4096).number(9, 8);
            out.number(isFixed ? 1 : 2, 4);
            if (isFixed) {
                out.number(4096, 4).put(new byte[40]);
            } else {
                out.number(3, 4).put(new byte[32]).number(1000, 4).number(10_000, 4);
            }
            out.number(3, 4).number(48, 4).text("host", 4096).number(1, 8).number(2, 8).number(12345, 8);
            for (int file = 0; file < 3; file++) {
                out.number(isFixed ? 5 * 4096 : 25_000, 8).number(8, 8).number(1, 4).number(1, 4);
                for (long value : new long[] {0644, 1, 2, 3, file == 0 ? 1 : 2, 5, 7}) {
                    out.number(value, 8);
                }
                out.number(5, 8).number(5, 4).number(0, 4).text("a.txt", 5);
                for (int chunk = 0; chunk < 5; chunk++) {
                    if (!isFixed) {
                        out.number(5000, 4);
                    }
                    out.put(digest("MD5", chunk % 3, 6)).number(3, 1);
                }
            }
            sound.put(isFixed ? "fs-hasher" : "fs-hasher-variable", out.bytes.toByteArray());
        }
        StringBuilder fiu = new StringBuilder();
        StringBuilder zdb = new StringBuilder("DDT-sha256-zap-duplicate: 2 entries, size 290 on disk, 141 in core\n");
        for (int i = 0; i < 20; i++) {
            fiu.append("1 2 imapd ").append(i * 8 % 64).append(" 8 W 6 0 ")
                    .append(HexFormat.of().formatHex(digest("MD5", i % 5, 16))).append('\n');
            zdb.append("index ").append(i).append(" refcnt ").append(1 + i % 3)
                    .append(" single DVA[0]=<0:1a000:20000> [L0 deduplicated block] sha256 lz4 unencrypted LE contiguous dedup single"
                            + " size=20000L/9000P birth=80L/80P fill=1 cksum=a:b:c:").append(i).append('\n');
        }
        sound.put("fiu", fiu.toString().getBytes(StandardCharsets.US_ASCII));
        sound.put("zfs", zdb.toString().getBytes(StandardCharsets.US_ASCII));
        Record fixed = new Record().number(0xCD0FFD91ED417F2FL, 8).put(new byte[16]).number(1, 8).put(new byte[32])
                .number(10 * 65536 - 100, 8).number(65536, 8).put(new byte[4016]);
        Record dynamic = new Record().number(0xCDB3BA19A54E911CL, 8).put(new byte[16]).number(1, 8).put(new byte[32]).put(new byte[4032]);
        Record casync = new Record().number(48, 8).number(0x96824D9C7B129FF9L, 8).number(0x2000000000000000L, 8)
                .number(1024, 8).number(16384, 8).number(65536, 8).number(-1, 8).number(0xE75B9E112F17417DL, 8);
        Record borg = new Record().text("BORG_IDX", 8).number(10, 4).number(12, 4).number(32, 1).number(12, 1);
        for (int i = 0; i < 10; i++) {
            fixed.put(digest("SHA-256", i == 9 ? 9 : i % 4, 32));
            dynamic.number((i + 1) * 5000, 8).put(digest("SHA-256", i % 4, 32));
            casync.number((i + 1) * 5000, 8).put(digest("SHA-256", i % 4, 32));
            borg.put(digest("SHA-256", i, 32)).number(1 + i % 3, 4).number(5000 + i, 4).number(3000, 4);
        }
        borg.put(new byte[32]).number(0xFFFFFFFFL, 4).number(0, 8).put(new byte[32]).number(0xFFFFFFFEL, 4).number(0, 8);
        long table = casync.bytes.size() - 8L;
        casync.number(0, 8).number(0, 8).number(48, 8).number(table, 8).number(0x4B4F050E5549ECD1L, 8);
        StringBuilder restic = new StringBuilder("{\"version\": 2, \"chunker_polynomial\": \"3c78dcafd8baad\"}\n{\"packs\":[{\"id\":\"d0\",\"blobs\":[");
        for (int i = 0; i < 10; i++) {
            restic.append(i == 0 ? "" : ",").append("{\"id\":\"").append(HexFormat.of().formatHex(digest("SHA-256", i, 32)))
                    .append("\",\"type\":\"").append(i % 4 == 3 ? "tree" : "data").append("\",\"offset\":0,\"length\":").append(3000 + i)
                    .append(",\"uncompressed_length\":").append(5000 + i).append('}');
        }
        sound.put("restic", restic.append("]}]}\n").toString().getBytes(StandardCharsets.US_ASCII));
        sound.put("proxmox", fixed.bytes.toByteArray());
        sound.put("proxmox-dynamic", dynamic.bytes.toByteArray());
        sound.put("casync", casync.bytes.toByteArray());
        sound.put("borg", borg.bytes.toByteArray());
    }

    private void disks(byte[] noise) {
        byte[] mbr = Arrays.copyOf(noise, 200 * 512);
        Arrays.fill(mbr, 0, 512, (byte) 0);
        ByteBuffer table = ByteBuffer.wrap(mbr).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 3; i++) {
            table.put(446 + i * 16 + 4, (byte) (i == 2 ? 0x82 : 0x83)).putInt(446 + i * 16 + 8, 9 + i * 60).putInt(446 + i * 16 + 12, 55);
        }
        table.putShort(510, (short) 0xAA55);
        sound.put("mbr", mbr);
        byte[] gpt = Arrays.copyOf(noise, 200 * 512);
        ByteBuffer head = ByteBuffer.wrap(gpt).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.fill(gpt, 0, 34 * 512, (byte) 0);
        head.put(446 + 4, (byte) 0xEE).putInt(446 + 8, 1).putInt(446 + 12, 199).putShort(510, (short) 0xAA55);
        head.put(512, "EFI PART".getBytes(StandardCharsets.US_ASCII)).putInt(520, 0x10000).putInt(524, 92);
        head.putLong(536, 1).putLong(544, 199).putLong(552, 34).putLong(560, 198).putLong(584, 2).putInt(592, 128).putInt(596, 128);
        sound.put("gpt", gpt);
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
