package io.compscan.image.disk;

import io.compscan.core.source.view.Placed.Piece;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A disk whose bytes lie where a map says. */
public final class MappedDisk implements Disk {

    /** A search for data gives up after so many runs and so many bytes. The runs that it has passed are a hole in any case. */
    private static final int SEARCHED_RUNS = 128;

    private static final long SEARCHED_BYTES = 4 << 20;
    private static final int MAX_SEARCHED_RUNS = 1 << 14;

    /** How many runs {@link #pieces} looks at. */
    private static final int MAX_TOLD_RUNS = 1 << 16;

    private final BlockMap map;
    private final long sizeBytes;
    private final @Nullable Disk parent;
    private final ClusterCache unpacked;
    /** The hole that the last search has found. Each segment of a disk asks anew, and most of an empty disk lies in one hole. */
    private volatile Hole latest = new Hole(0, 0);

    private record Hole(long from, long to) {}

    /**
     * A disk.
     *
     * @param clusterBytes the length of a compressed cluster, 0 if there are none
     * @param parent where runs of the kind {@link Run.Kind#PARENT} lie; without it, and beyond its end, they are zeros
     */
    public MappedDisk(BlockMap map, long sizeBytes, int clusterBytes, @Nullable Disk parent) {
        this.map = map;
        this.sizeBytes = sizeBytes;
        this.parent = parent;
        unpacked = new ClusterCache(clusterBytes);
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public int read(long position, byte[] data, int offset, int length) throws IOException {
        if (position >= sizeBytes) {
            return -1;
        }
        int wanted = (int) Math.min(length, sizeBytes - position);
        int done = 0;
        try {
            while (done < wanted) {
                done += readRun(position + done, data, offset + done, wanted - done);
            }
        } catch (IOException e) {
            // The bytes before the failure are good. The next read begins at the failure and meets it again.
            if (done == 0) {
                throw e;
            }
        }
        return done;
    }

    private int readRun(long position, byte[] data, int offset, int length) throws IOException {
        Run run = map.at(position);
        int count = (int) Math.min(length, run.length());
        switch (run.kind()) {
            case HOLE -> Arrays.fill(data, offset, offset + count, (byte) 0);
            case PARENT -> readParent(position, data, offset, count);
            case DATA -> {
                count = contiguous(run, position, count, length);
                fileOf(run).read(run.offset(), data, offset, count);
            }
            case PACKED -> System.arraycopy(unpacked.get(run, map), run.skip(), data, offset, count);
        }
        return count;
    }

    /** How many bytes lie one behind another in the file, so that one call reads them. */
    private int contiguous(Run first, long position, int count, int wanted) throws IOException {
        int total = count;
        while (total < wanted) {
            Run next = map.at(position + total);
            if (next.kind() != Run.Kind.DATA
                    || next.file() != first.file()
                    || next.offset() != first.offset() + total) {
                break;
            }
            total += (int) Math.min(wanted - total, next.length());
        }
        return total;
    }

    private void readParent(long position, byte[] data, int offset, int length) throws IOException {
        int done = 0;
        while (parent != null && done < length) {
            int got = parent.read(position + done, data, offset + done, length - done);
            if (got < 0) {
                break;
            }
            done += got;
        }
        Arrays.fill(data, offset + done, offset + length, (byte) 0);
    }

    @Override
    public long nextData(long position) throws IOException {
        Hole known = latest;
        if (position >= known.from() && position < known.to()) {
            return known.to();
        }
        long end = search(position);
        if (end > position) {
            latest = new Hole(position, end);
        }
        return end;
    }

    private long search(long position) throws IOException {
        long at = position;
        for (int runs = 0; at < sizeBytes && runs < MAX_SEARCHED_RUNS; runs++) {
            if (runs >= SEARCHED_RUNS && at - position >= SEARCHED_BYTES) {
                break;
            }
            Run run = map.at(at);
            long end = at + Math.min(run.length(), sizeBytes - at);
            long data = dataIn(run, at, end);
            if (data < end) {
                return data;
            }
            at = end;
        }
        return Math.min(at, sizeBytes);
    }

    /** Where the data in a run begins; the end of the run if all of it is a hole. */
    private long dataIn(Run run, long at, long end) throws IOException {
        return switch (run.kind()) {
            case HOLE -> end;
            case PARENT -> parent == null || at >= parent.sizeBytes() ? end : Math.min(end, parentData(parent, at));
            case DATA -> Math.min(end, at + (fileOf(run).channel().nextData(run.offset()) - run.offset()));
            case PACKED -> at;
        };
    }

    private static long parentData(Disk parent, long at) throws IOException {
        long data = parent.nextData(at);
        return data >= parent.sizeBytes() ? Long.MAX_VALUE : data;
    }

    @Override
    public List<Piece> pieces(int most) throws IOException {
        List<Piece> pieces = new ArrayList<>();
        long start = 0;
        long length = 0;
        Run first = Run.hole(1);
        long at = 0;
        for (int runs = 0; at < sizeBytes && runs < MAX_TOLD_RUNS && pieces.size() < most; runs++) {
            Run run = map.at(at);
            long count = Math.min(run.length(), sizeBytes - at);
            boolean isMore = length > 0 && run.file() == first.file() && run.offset() == first.offset() + length;
            if (run.kind() == Run.Kind.DATA && isMore) {
                length += count;
            } else {
                add(pieces, start, first, length);
                first = run;
                start = at;
                length = run.kind() == Run.Kind.DATA ? count : 0;
            }
            at += count;
        }
        if (pieces.size() < most) {
            add(pieces, start, first, length);
        }
        return pieces;
    }

    private static void add(List<Piece> pieces, long start, Run first, long length) {
        if (length > 0) {
            pieces.add(new Piece(start, first.offset(), length));
        }
    }

    private static ImageFile fileOf(Run run) throws IOException {
        ImageFile file = run.file();
        if (file == null) {
            throw new IOException("data without a file");
        }
        return file;
    }
}
