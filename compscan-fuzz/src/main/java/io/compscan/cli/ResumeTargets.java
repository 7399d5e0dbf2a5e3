package io.compscan.cli;

import io.compscan.cli.terminal.CommandFailure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.compscan.fuzz.FuzzTarget;
import io.compscan.fuzz.FuzzTargets;
import io.compscan.fuzz.Scratch;
import io.compscan.testing.FuzzBytes;
import io.compscan.testing.Survival;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Damaged checkpoints and saved estimates with right checksums: a command that resumes gets numbers, or fails with one line. */
public final class ResumeTargets implements FuzzTargets {

    private static final int FRAME_HEAD_BYTES = 8;

    private final Path directory = Scratch.directory();
    private @Nullable Path checkpoint;
    private @Nullable Path part;

    /** For the service loader. */
    public ResumeTargets() {}

    @Override
    public List<FuzzTarget> all() {
        return List.of(
                new FuzzTarget("checkpoint", () -> FuzzTarget.decisions(4), this::checkpoint),
                new FuzzTarget("part", () -> FuzzTarget.decisions(4), this::part));
    }

    private void checkpoint(byte[] input) throws Exception {
        if (checkpoint == null) {
            checkpoint = Samples.checkpoint();
        }
        FuzzBytes decisions = new FuzzBytes(input);
        Path copy = directory.resolve("checkpoint");
        Scratch.remove(copy);
        Scratch.copy(checkpoint, copy);
        String document = CheckpointDamageTest.document(copy);
        switch (decisions.nextInt(4)) {
            case 0 -> CheckpointDamageTest.forgeManifest(copy, DamagedJson.of(document, decisions));
            case 1 -> CheckpointDamageTest.forgeManifest(copy, withJournal(document, decisions));
            case 2 -> damageLog(copy.resolve("units.log"), decisions);
            default -> forgeRun(copy.resolve("runs"), decisions);
        }
        goOn(input, "scan", "--resume", copy, "--rate", "10g/s", "--json", "--quiet");
    }

    private static void goOn(byte[] input, Object... command) {
        Survival.of(FuzzTarget.brief(input), CommandFailure.class, () -> {
            Run.of(command).gaveNumbersOrALine(FuzzTarget.brief(input));
            return true;
        });
    }

    private static String withJournal(String document, Random random) {
        JsonNode changed = Run.json(document);
        ObjectNode tallies = (ObjectNode) changed.get("tallies");
        byte[] journal = Base64.getDecoder().decode(tallies.get("journal").textValue());
        change(journal, 0, random);
        tallies.put("journal", Base64.getEncoder().encodeToString(journal));
        return changed.toString();
    }

    private static void change(byte[] bytes, int from, Random random) {
        for (int changes = 1 + random.nextInt(3); changes > 0 && bytes.length > from; changes--) {
            bytes[from + random.nextInt(bytes.length - from)] = (byte) random.nextInt(256);
        }
    }

    /** Damages the first frame of the log, and corrects its checksum. */
    private static void damageLog(Path log, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(log);
        int end = FRAME_HEAD_BYTES + ByteBuffer.wrap(bytes).getInt(0);
        byte[] frame = Arrays.copyOf(bytes, end);
        change(frame, FRAME_HEAD_BYTES, random);
        CRC32C checksum = new CRC32C();
        checksum.update(frame, FRAME_HEAD_BYTES, end - FRAME_HEAD_BYTES);
        ByteBuffer.wrap(bytes).put(frame).putInt(Integer.BYTES, (int) checksum.getValue());
        Files.write(log, bytes);
    }

    private static void forgeRun(Path runs, Random random) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.list(runs)) {
            all = files.sorted().toList();
        }
        Path run = all.get(random.nextInt(all.size()));
        Path forged = runs.resolveSibling("forged");
        ForgedSet.writeEntries(run, forged, random);
        Files.delete(run);
        Files.move(forged, run);
    }

    private void part(byte[] input) throws IOException {
        if (part == null) {
            part = Samples.part();
        }
        Path forged = directory.resolve("forged.part");
        Files.deleteIfExists(forged);
        ForgedPart.write(part, forged, new FuzzBytes(input));
        goOn(input, "estimate", "--resume", forged, "--read", "60%");
    }
}
