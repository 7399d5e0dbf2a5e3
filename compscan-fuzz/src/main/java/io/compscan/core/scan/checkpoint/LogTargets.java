package io.compscan.core.scan.checkpoint;

import io.compscan.core.source.UnitVersion;
import io.compscan.fuzz.FuzzTarget;
import io.compscan.fuzz.FuzzTargets;
import io.compscan.fuzz.Scratch;
import io.compscan.result.ReadError;
import io.compscan.testing.Survival;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/** The log of a checkpoint: a frame that holds the input, behind the checksum of it. */
public final class LogTargets implements FuzzTargets {

    private static final int FRAME_HEAD_BYTES = 8;

    private final Path path = Scratch.directory().resolve("units.log");

    /** For the service loader. */
    public LogTargets() {}

    @Override
    public List<FuzzTarget> all() {
        return List.of(new FuzzTarget("checkpoint-log", this::seeds, this::run));
    }

    private List<byte[]> seeds() throws IOException {
        Files.deleteIfExists(path);
        try (UnitLog log = new UnitLog(path, 0, 0)) {
            log.append(new UnitRecord("tree/one", new UnitVersion(4096, 1, 2, 3), null));
            log.append(new UnitRecord(
                    "tree/other",
                    new UnitVersion(-1, 0, 0, 0),
                    new ReadError("tree/other", ReadError.Kind.UNREADABLE, 100, "permission denied")));
            log.force();
        }
        byte[] whole = Files.readAllBytes(path);
        return List.of(Arrays.copyOfRange(whole, FRAME_HEAD_BYTES, whole.length));
    }

    private void run(byte[] input) {
        CRC32C checksum = new CRC32C();
        checksum.update(input);
        byte[] frame = ByteBuffer.allocate(FRAME_HEAD_BYTES + input.length)
                .putInt(input.length)
                .putInt((int) checksum.getValue())
                .put(input)
                .array();
        Survival.of(FuzzTarget.brief(input), CheckpointException.class, () -> {
            Files.write(path, frame);
            UnitLog.read(path, frame.length, unit -> {});
            return true;
        });
    }
}
