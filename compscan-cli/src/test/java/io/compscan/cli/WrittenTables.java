package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.profile.Profiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Every CSV table that compscan writes, of a tree with the worst of names, of a sample, of nothing, of sets, of a plan. */
final class WrittenTables {

    /** Names that people, programs and attackers give to files; one of them is not UTF-8. */
    static final List<byte[]> NAMES = Stream.concat(
                    Stream.of(
                                    "=1+1",
                                    "=HYPERLINK(\"x\",\"y\")",
                                    "+1",
                                    "-2+3",
                                    "@SUM(A1)",
                                    "=",
                                    "com,ma",
                                    "quo\"te",
                                    "\"",
                                    "\"\"quoted\"\"",
                                    "'single'",
                                    "semi;colon",
                                    "pipe|",
                                    "new\nline",
                                    "carriage\rreturn",
                                    "\r\n",
                                    "tab\tstop",
                                    "back\\slash",
                                    "back\\x41slash",
                                    " before",
                                    "after ",
                                    "#hash",
                                    "NULL",
                                    "NaN",
                                    "1e5",
                                    "007",
                                    "2026-01-01",
                                    "<img src=x onerror=alert(1)>",
                                    "right\u202eleft",
                                    "line\u2028separator",
                                    "\uFEFFmark",
                                    "\uD83D\uDE00",
                                    "x.=1+1",
                                    "x.-1",
                                    "x.+1",
                                    "x.1")
                            .map(name -> name.getBytes(StandardCharsets.UTF_8)),
                    Stream.of(new byte[] {(byte) 0xff, ',', (byte) 0xfe, '\n'}))
            .toList();

    /** A table in a file, and its number of rows by the documents beside it. */
    record Table(Path file, long rows) {
        String name() {
            return String.valueOf(file.getFileName());
        }
    }

    private final List<Table> tables = new ArrayList<>();
    private final Path tree;
    private final JsonNode nasty;
    private final JsonNode sampled;

    /** Writes them below this directory. */
    WrittenTables(Path root) throws IOException {
        tree = Files.createDirectory(root.resolve("tree"));
        Random random = new Random(11);
        byte[] shared = new byte[10_000];
        random.nextBytes(shared);
        for (byte[] name : NAMES) {
            byte[] content = new byte[random.nextInt(20_000)];
            random.nextBytes(content);
            System.arraycopy(shared, 0, content, 0, Math.min(shared.length, content.length));
            Files.write(in(tree, name), content);
            byte[] link = Arrays.copyOf(name, name.length + 1);
            link[name.length] = '~';
            Files.createSymbolicLink(in(tree, link), Path.of("nowhere"));
        }
        nasty = scan(
                root.resolve("nasty"),
                ExitCode.INCOMPLETE,
                tree,
                "--follow-symlinks",
                "--per-file",
                "--chunk",
                "4k,fastcdc:2k",
                "--compress",
                "none,zstd",
                "--save",
                root.resolve("=monday,\"1\".fpr"));

        Path large = Files.createDirectory(root.resolve("large"));
        byte[] incompressible = new byte[8_000_000];
        random.nextBytes(incompressible);
        Files.write(large.resolve("random.bin"), incompressible);
        try (RandomAccessFile sparse =
                new RandomAccessFile(large.resolve("sparse.img").toFile(), "rw")) {
            sparse.setLength(1L << 40);
        }
        sampled = scan(
                root.resolve("sampled"),
                ExitCode.OK,
                large,
                "--per-file",
                "--chunk",
                512,
                "--compress",
                "zstd:9",
                "--compress-sample",
                "1%");
        Path estimated = root.resolve("estimated.fpr");
        scan(
                root.resolve("estimated"),
                ExitCode.OK,
                large,
                "--chunk",
                512,
                "--index",
                "sketch:1000",
                "--save",
                estimated);
        merge(root.resolve("merged-estimates"), estimated, estimated);
        scan(
                root.resolve("estimated-systems"),
                ExitCode.OK,
                large,
                "--index",
                "sketch:1000",
                "--profile",
                "vdo,zfs-lz4-128k,zfs:special=64k");
        Path forgetful = root.resolve("forgetful.toml");
        Files.writeString(
                forgetful,
                Profiles.toml("vdo")
                        .replaceFirst("name = .*", "name = \"forgetful\"")
                        .replaceFirst("chapters = .*", "chapters = 2")
                        .replaceFirst("chapterChunks = .*", "chapterChunks = 1"));
        scan(root.resolve("forgetful"), ExitCode.OK, large, "--profile-file", forgetful);
        scan(root.resolve("nothing"), ExitCode.OK, Files.createDirectory(root.resolve("empty")), "--per-file");

        Files.write(tree.resolve("more"), shared);
        scan(
                root.resolve("again"),
                ExitCode.OK,
                tree,
                "--chunk",
                "4k,fastcdc:2k",
                "--compress",
                "none,zstd",
                "--save",
                root.resolve("tuesday.fpr"));
        sets(root, root.resolve("=monday,\"1\".fpr"), root.resolve("tuesday.fpr"));
        machines(Files.createDirectory(root.resolve("machines")), shared);
        scan(
                root.resolve("on"),
                ExitCode.OK,
                root.resolve("machines"),
                "--profile",
                "vdo,zfs-lz4-128k",
                "--source-space",
                "--save",
                root.resolve("=on.fpr"));
        place(root.resolve("placed"), root.resolve("=on.fpr"));
        plan(root.resolve("plan.csv"), root.resolve("on"));
    }

    /** A directory of each name, with a disk image of each. */
    private static void machines(Path directory, byte[] content) throws IOException {
        for (byte[] name : NAMES) {
            Path machine = Files.createDirectory(in(directory, name));
            Files.write(machine.resolve("=disk.vmdk"), content);
            Files.write(machine.resolve("-1,\"x\".qcow2"), content);
        }
    }

    List<Table> tables() {
        return List.copyOf(tables);
    }

    /** The directory that holds {@link #NAMES}. */
    Path tree() {
        return tree;
    }

    /** The result of scanning it, which is in the directory {@code nasty}. */
    JsonNode nasty() {
        return nasty;
    }

    /** The result of a scan with a sample, which is in the directory {@code sampled}. */
    JsonNode sampled() {
        return sampled;
    }

    private static Path in(Path directory, byte[] name) {
        return Path.of(URI.create("file://" + directory + "/"
                + HexFormat.of().withPrefix("%").withUpperCase().formatHex(name)));
    }

    private JsonNode scan(Path out, int exitCode, Object... args) throws IOException {
        Object[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--out";
        all[args.length + 1] = out;
        JsonNode result = Run.scan(exitCode, all);
        add(out, result);
        return result;
    }

    /** The set moves to the pool that has room. */
    private void place(Path out, Path set) throws IOException {
        JsonNode result = run(List.of(
                        "place",
                        set,
                        "--pool",
                        "A=1:vdo",
                        "--pool",
                        "B=1TB:zfs-lz4-128k",
                        "--at",
                        "*on=A",
                        "--out",
                        out,
                        "--json"))
                .json();
        tables.add(new Table(out.resolve("placement.csv"), result.get("sets").size()));
        tables.add(new Table(out.resolve("pools.csv"), result.get("pools").size()));
        tables.add(new Table(out.resolve("moves.csv"), result.get("moves").size()));
        tables.add(new Table(
                out.resolve("placements_compared.csv"), result.get("compared").size()));
    }

    private void merge(Path out, Path... files) throws IOException {
        List<Object> args = new ArrayList<>(List.of("merge"));
        args.addAll(List.of(files));
        args.addAll(List.of("--json", "--out", out));
        JsonNode merge = run(args).json();
        add(out, merge.get("union"), merge);
    }

    private void sets(Path root, Path... files) throws IOException {
        merge(root.resolve("merged"), files);
        List<Object> args = new ArrayList<>(List.of("diff"));
        args.addAll(List.of(files));
        args.addAll(List.of("--json", "--out", root.resolve("compared")));
        add(root.resolve("compared"), run(args).json());
        Path entries = root.resolve("entries.csv");
        run(List.of("report", files[0], "--entries", "csv", "--out", entries));
        JsonNode document =
                run(List.of("report", files[0], "--entries", "json")).json();
        tables.add(new Table(entries, rows("entries.csv", document)));
    }

    private void plan(Path csv, Path result) {
        JsonNode document = run(List.of(
                        "plan",
                        result,
                        "--profile",
                        "vdo",
                        "--growth",
                        "20%",
                        "--years",
                        "3",
                        "--headroom",
                        "20%",
                        "--raid",
                        "20%",
                        "--price",
                        "300",
                        "--json",
                        "--csv",
                        csv))
                .json();
        tables.add(new Table(csv, document.at("/systems/0/years").size()));
    }

    private static Run run(List<Object> args) {
        Run run = Run.of(args.toArray());
        assertThat(run.exitCode()).as(run.err()).isIn(ExitCode.OK, ExitCode.INCOMPLETE);
        return run;
    }

    private void add(Path directory, JsonNode... documents) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".csv"))
                    .sorted()
                    .toList()) {
                tables.add(new Table(file, rows(String.valueOf(file.getFileName()), documents)));
            }
        }
    }

    /** The number of rows of a table by the documents; the last of them says most. */
    private static long rows(String table, JsonNode... documents) {
        JsonNode result = documents[0];
        JsonNode last = documents[documents.length - 1];
        return switch (table) {
            case "summary.csv" -> count(result, "layouts", "compression");
            case "refcounts.csv" -> count(result, "layouts", "refcounts");
            case "chunk_sizes.csv" -> count(result, "layouts", "chunkSizes");
            case "compressibility.csv" -> count(result, "layouts", "compression", "compressibility");
            case "files.csv" -> count(result, "files", "layouts", "compression");
            case "types.csv" -> count(result, "types") * count(result, "layouts");
            case "errors.csv" -> count(result, "errors");
            case "sets.csv" -> count(last, "sets", "layouts", "compression");
            case "overlap.csv" -> count(last, "sets") * count(last, "overlaps", "shares");
            case "diff.csv" -> count(result, "layouts", "steps") * count(result.at("/sets/0/layouts/0"), "compression");
            case "profiles.csv" -> count(result, "profiles");
            case "directories.csv" -> count(result.get("ledger"), "directories");
            case "machines.csv" -> count(result.get("ledger"), "machines");
            case "directory_overlap.csv" -> square(count(result.at("/ledger/overlap"), "directories"));
            case "source_space.csv" -> count(result.get("sourceSpace"), "fileSystems");
            case "entries.csv" -> count(result, "layouts", "entries");
            default -> fail(table + ": say here how many rows it has, and in csv-columns.txt which columns");
        };
    }

    private static long square(long count) {
        return count * count;
    }

    /** How many nodes there are at the end of a path of arrays. */
    private static long count(JsonNode node, String... path) {
        List<JsonNode> nodes = List.of(node);
        for (String name : path) {
            nodes = nodes.stream()
                    .flatMap(one -> Stream.iterate(0, i -> i < one.get(name).size(), i -> i + 1)
                            .map(i -> one.get(name).get(i)))
                    .toList();
        }
        return nodes.size();
    }
}
