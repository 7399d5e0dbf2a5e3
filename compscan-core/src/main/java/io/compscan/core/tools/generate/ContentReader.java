package io.compscan.core.tools.generate;

import java.util.Arrays;

/** Makes any range of any file; belongs to one thread. */
final class ContentReader {

    private final Placement placement;
    private final FileTable files;
    private final ChunkContent content;
    private final int chunkBytes;
    private final byte[] piece;

    ContentReader(DatasetSpec spec, Placement placement, FileTable files, ChunkContent content) {
        this.placement = placement;
        this.files = files;
        this.content = content;
        chunkBytes = spec.chunkBytes();
        piece = new byte[Math.max(chunkBytes, spec.shiftBytes())];
    }

    /** Writes the bytes of {@code file} from {@code from} on to {@code target[at .. at + length - 1]}; all of them must exist. */
    void read(int file, long from, byte[] target, int at, int length) {
        int shift = files.shiftBytes(file);
        long bodyEnd = shift + files.bodyBytes(file);
        int done = 0;
        while (done < length) {
            long offset = from + done;
            int left = length - done;
            if (offset < shift) {
                content.fillRandom(file, piece, 0, shift);
                done += part(piece, (int) offset, shift, target, at + done, left);
            } else if (offset >= bodyEnd) {
                int tail = files.tailBytes(file);
                content.fill(placement.positions(), piece, 0, tail);
                done += part(piece, (int) (offset - bodyEnd), tail, target, at + done, left);
            } else {
                long position = files.firstPosition(file) + (offset - shift) / chunkBytes;
                int within = (int) ((offset - shift) % chunkBytes);
                if (within == 0 && left >= chunkBytes) {
                    chunk(position, target, at + done);
                    done += chunkBytes;
                } else {
                    chunk(position, piece, 0);
                    done += part(piece, within, chunkBytes, target, at + done, left);
                }
            }
        }
    }

    private void chunk(long position, byte[] target, int at) {
        long number = placement.chunkAt(position);
        if (number == Placement.ZERO) {
            Arrays.fill(target, at, at + chunkBytes, (byte) 0);
        } else {
            content.fill(number, target, at, chunkBytes);
        }
    }

    private static int part(byte[] piece, int from, int to, byte[] target, int at, int left) {
        int length = Math.min(to - from, left);
        System.arraycopy(piece, from, target, at, length);
        return length;
    }
}
