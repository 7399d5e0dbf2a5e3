package io.compscan.image.disk;

import io.compscan.core.source.view.Placed.Piece;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Disks one behind another. */
public final class JoinedDisk implements Disk {

    private final List<Disk> disks;
    /** Where each disk begins, and where the last one ends. */
    private final long[] starts;

    /** The disk that these are together. */
    public JoinedDisk(List<Disk> disks) {
        this.disks = List.copyOf(disks);
        starts = new long[disks.size() + 1];
        for (int i = 0; i < disks.size(); i++) {
            starts[i + 1] = starts[i] + disks.get(i).sizeBytes();
        }
    }

    @Override
    public long sizeBytes() {
        return starts[disks.size()];
    }

    private int indexAt(long position) {
        int found = Arrays.binarySearch(starts, position);
        int index = found >= 0 ? found : -found - 2;
        // If several disks begin here, all but the last one are empty.
        while (index + 1 < disks.size() && starts[index + 1] == position) {
            index++;
        }
        return index;
    }

    @Override
    public int read(long position, byte[] data, int offset, int length) throws IOException {
        if (position >= sizeBytes()) {
            return -1;
        }
        int index = indexAt(position);
        int count = (int) Math.min(length, starts[index + 1] - position);
        return disks.get(index).read(position - starts[index], data, offset, count);
    }

    @Override
    public long nextData(long position) throws IOException {
        long at = position;
        while (at < sizeBytes()) {
            int index = indexAt(at);
            long data = starts[index] + disks.get(index).nextData(at - starts[index]);
            if (data < starts[index + 1]) {
                return data;
            }
            at = starts[index + 1];
        }
        return sizeBytes();
    }

    @Override
    public List<Piece> pieces(int most) throws IOException {
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < disks.size() && pieces.size() < most; i++) {
            for (Piece piece : disks.get(i).pieces(most - pieces.size())) {
                pieces.add(new Piece(starts[i] + piece.position(), piece.offset(), piece.length()));
            }
        }
        return pieces;
    }
}
