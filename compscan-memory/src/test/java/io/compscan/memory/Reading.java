package io.compscan.memory;

import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.Container;
import io.compscan.result.ReadError;
import io.compscan.result.memory.MemoryResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Reads all units of a scan of memory on one thread, as a scan would. */
final class Reading implements SourceVisitor {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<String> errors = new ArrayList<>();
    private final int stepBytes;
    private final boolean keepsBytes;

    private Reading(int stepBytes, boolean keepsBytes) {
        this.stepBytes = stepBytes;
        this.keepsBytes = keepsBytes;
    }

    /** Opens, reads once, and tells what came of it. */
    static MemoryResult once(List<String> targets) throws Exception {
        return twice(targets, 0);
    }

    static MemoryResult twice(List<String> targets, long intervalMillis) throws Exception {
        MemoryRequest request =
                new MemoryRequest(targets, TimeUnit.MILLISECONDS.toNanos(intervalMillis), false, 2, 4096);
        try (MemoryScan scan = MemoryScan.open(request)) {
            scan.firstPass();
            scan.source().walk(new Reading(1 << 18, false));
            return scan.result();
        }
    }

    static Reading of(MemoryScan scan) throws InterruptedException {
        return of(scan, 1 << 18);
    }

    static Reading of(MemoryScan scan, int stepBytes) throws InterruptedException {
        Reading reading = new Reading(stepBytes, true);
        scan.source().walk(reading);
        return reading;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    List<String> errors() {
        return errors;
    }

    @Override
    public void unit(Unit unit) {
        byte[] step = new byte[stepBytes];
        try (UnitChannel channel = unit.open()) {
            long position = 0;
            for (int got = channel.read(0, step, 0, step.length);
                    got >= 0;
                    got = channel.read(position, step, 0, step.length)) {
                if (keepsBytes) {
                    bytes.write(step, 0, got);
                }
                position += got;
            }
        } catch (IOException e) {
            errors.add(unit.name() + ": " + e);
        }
    }

    @Override
    public void hardLink(long sizeBytes) {
        throw new UncheckedIOException(new IOException("memory has no links"));
    }

    @Override
    public void directory() {}

    @Override
    public void skipped(Skip skip) {}

    @Override
    public void container(Container container) {}

    @Override
    public void error(ReadError error) {
        errors.add(error.path() + ": " + error.reason());
    }

    @Override
    public boolean isStopped() {
        return false;
    }
}
