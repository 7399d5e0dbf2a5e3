package io.compscan.cli;

import io.compscan.cli.terminal.ExitCode;

import io.compscan.fuzz.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** The output of commands for a small tree; the targets damage it. */
final class Samples {

    private static final int BLOCK_BYTES = 512;

    private Samples() {}

    /** A tree of a dozen files up to this size. Their blocks are drawn from so many different ones. */
    private static Path tree(int fileBytes, int blocks) throws IOException {
        Path tree = Files.createDirectory(Scratch.directory().resolve("tree"));
        Random random = new Random(17);
        byte[] block = new byte[BLOCK_BYTES];
        for (int f = 0; f < 12; f++) {
            byte[] content = new byte[1 + random.nextInt(fileBytes)];
            for (int at = 0; at + BLOCK_BYTES <= content.length; at += BLOCK_BYTES) {
                new Random(random.nextInt(blocks)).nextBytes(block);
                System.arraycopy(block, 0, content, at, BLOCK_BYTES);
            }
            Files.write(tree.resolve("file" + f + ".t" + f % 3), content);
        }
        return tree;
    }

    /** Runs a command, which must succeed, and returns its standard output. */
    static String printed(Object... arguments) {
        Run run = Run.of(arguments);
        if (run.exitCode() != ExitCode.OK) {
            throw new IllegalStateException(Arrays.toString(arguments) + ": " + run.err());
        }
        return run.out();
    }

    /** Results of scans; together they have most fields of a result. */
    static List<String> results() throws IOException {
        Path tree = tree(40_000, 600);
        List<String> all = new ArrayList<>();
        for (String options : List.of(
                "-c 512,fastcdc:1k -z none,lz4 --profile vdo --per-file",
                "-c 4k -z zstd --superblock 64k",
                "-c 4k --source-space --profile restic,zfs-lz4-128k",
                "-c 4k -z zstd:9 --compress-sample 50%",
                "-c 512 -z lz4 --index sketch:256")) {
            List<Object> arguments = new ArrayList<>(List.of("scan", tree, "--json", "--quiet"));
            arguments.addAll(List.of(options.split(" ", -1)));
            all.add(printed(arguments.toArray()));
        }
        return all;
    }

    /** Fingerprint sets of the same data: an exact one and a sketch. */
    static List<Path> sets() throws IOException {
        Path tree = tree(40_000, 600);
        Path exact = tree.resolveSibling("exact.fpr");
        Path sketch = tree.resolveSibling("sketch.fpr");
        printed("scan", tree, "-c", "512,fastcdc:1k", "-z", "none,lz4", "--quiet", "--save", exact);
        printed(
                "scan",
                tree,
                "-c",
                "512,fastcdc:1k",
                "-z",
                "none,lz4",
                "--quiet",
                "--index",
                "sketch:256",
                "--save",
                sketch);
        return List.of(exact, sketch);
    }

    /** The checkpoint of a scan that was stopped in the middle of a file. */
    static Path checkpoint() throws IOException, InterruptedException {
        Path tree = tree(20_000, 40);
        byte[] image = new byte[3 << 20];
        new Random(3).nextBytes(image);
        Files.write(tree.resolve("image.raw"), image);
        Path checkpoint = tree.resolveSibling("checkpoint");
        long waitMillis = 500;
        do {
            waitMillis *= 2;
            Scratch.remove(checkpoint);
            Process scan = new ProcessBuilder(ScanProcess.command(
                            "scan",
                            tree,
                            "-c",
                            "4k,fastcdc:16k",
                            "-z",
                            "none",
                            "--rate",
                            "1MiB/s",
                            "--checkpoint",
                            checkpoint,
                            "--checkpoint-every",
                            "100ms"))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            ScanProcess.awaitReader(scan);
            Thread.sleep(waitMillis);
            Signals.interrupt(scan);
            scan.waitFor();
        } while (Files.size(checkpoint.resolve("units.log")) == 0
                || Run.json(CheckpointDamageTest.document(checkpoint))
                        .get("partialUnits")
                        .isEmpty());
        return checkpoint;
    }

    /** A saved estimate. */
    static Path part() throws IOException {
        Path tree = tree(200_000, 600);
        Path part = tree.resolveSibling("intact.part");
        printed(
                "estimate",
                tree,
                "-c",
                "4k,fastcdc:1k",
                "-z",
                "none,lz4",
                "--extent",
                "32k",
                "--read",
                "40%",
                "--quiet",
                "--save",
                part);
        return part;
    }
}
