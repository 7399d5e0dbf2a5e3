package io.compscan.core.scan.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.CutRange;
import io.compscan.core.chunk.Cutter;

/** Cuts by candidates that a device has found, where it has; cuts some slabs twice, to trust it. Belongs to one thread. */
final class DeviceCutter implements Cutter {

    private final DeviceSlab device;
    private final int number;
    private final String name;
    private final Cutter cutter;
    /** Scans the same bytes by itself. */
    private final Cutter witness;

    private final ChunkList expected = new ChunkList();
    private boolean isChecked;

    /** @param number the chunker's number among all */
    DeviceCutter(DeviceSlab device, int number, Chunker chunker) {
        this.device = device;
        this.number = number;
        name = chunker.name();
        cutter = chunker.cutter();
        witness = chunker.cutter();
    }

    @Override
    public void scan(byte[] data, int from, int to) {
        boolean isOffered = device.offer(number, cutter, from, to);
        isChecked = isOffered && device.isCheckedSlab();
        if (!isOffered) {
            cutter.scan(data, from, to);
        }
        if (isChecked) {
            witness.scan(data, from, to);
        }
    }

    @Override
    public int cut(byte[] data, CutRange piece, ChunkList chunks) {
        int first = chunks.size();
        int unfinished = cutter.cut(data, piece, chunks);
        if (isChecked) {
            expected.clear();
            boolean isSame =
                    witness.cut(data, piece, expected) == unfinished && expected.size() == chunks.size() - first;
            for (int i = 0; isSame && i < expected.size(); i++) {
                isSame = expected.offset(i) == chunks.offset(first + i)
                        && expected.length(i) == chunks.length(first + i);
            }
            if (!isSame) {
                throw device.wrong("the cuts of " + name);
            }
        }
        return unfinished;
    }
}
