package io.compscan.spark.cell;

import io.compscan.core.fold.Scheme;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import java.util.Arrays;

/**
 * Writes the entries of one task and one scheme as blocks.
 *
 * <pre>
 *   block | task | 1 if lengths | n | bytes of each column | keys: n x (bytes of a key - whole bytes of the cell's bits) |
 *         | column of references | column of lengths, if any | column of each stored size |
 * </pre>
 *
 * Numbers are variable-length, seven bits a byte. In a column, the compressor of the shuffle finds equal numbers beside each other.
 */
public final class BlockWriter implements DistinctChunkVisitor {

    /** Takes finished blocks. */
    @FunctionalInterface
    public interface BlockTaker {
        void take(int cell, byte[] block);
    }

    /** Larger blocks compress no better. */
    private static final int MOST_ENTRIES = 1 << 15;

    private final int task;
    private final int fullBytes;
    private final int bits;
    private final int firstCell;
    private final int impliedBytes;
    private final BlockTaker out;
    private final Bytes keys = new Bytes();
    private final Bytes references = new Bytes();
    private final Bytes lengths = new Bytes();
    private final Bytes[] stored;

    private int cell;
    private boolean hasLengths;
    private int n;

    public BlockWriter(int task, int scheme, Scheme spec, CellPlan cells, BlockTaker out) {
        this.task = task;
        this.out = out;
        fullBytes = spec.maxChunkBytes();
        bits = cells.bits().get(scheme);
        firstCell = cells.first(scheme);
        impliedBytes = bits / Byte.SIZE;
        stored = new Bytes[spec.sizedCompressors().size()];
        Arrays.setAll(stored, i -> new Bytes());
    }

    @Override
    public void visit(byte[] fingerprint, long count, int lengthBytes, int[] storedBytes) {
        int itsCell = firstCell + CellPlan.prefix(fingerprint, bits);
        boolean hasLength = lengthBytes != fullBytes;
        if (itsCell != cell || hasLength != hasLengths || n == MOST_ENTRIES) {
            flush();
            cell = itsCell;
            hasLengths = hasLength;
        }
        keys.put(fingerprint, impliedBytes, fingerprint.length);
        references.putNumber(count);
        if (hasLength) {
            lengths.putNumber(lengthBytes);
        }
        for (int i = 0; i < stored.length; i++) {
            stored[i].putNumber(storedBytes[i]);
        }
        n++;
    }

    /** Passes on the last block; call it at the end. */
    public void flush() {
        if (n == 0) {
            return;
        }
        Bytes block = new Bytes();
        block.putNumber(task);
        block.putNumber(hasLengths ? 1 : 0);
        block.putNumber(n);
        block.putNumber(references.size());
        if (hasLengths) {
            block.putNumber(lengths.size());
        }
        for (Bytes column : stored) {
            block.putNumber(column.size());
        }
        block.take(keys);
        block.take(references);
        block.take(lengths);
        for (Bytes column : stored) {
            block.take(column);
        }
        out.take(cell, block.toArray());
        n = 0;
    }

    /** A buffer that grows. */
    private static final class Bytes {
        private byte[] bytes = new byte[64];
        private int size;

        int size() {
            return size;
        }

        void put(byte[] from, int start, int end) {
            reserve(end - start);
            System.arraycopy(from, start, bytes, size, end - start);
            size += end - start;
        }

        void putNumber(long number) {
            reserve(10);
            long rest = number;
            while ((rest & ~0x7fL) != 0) {
                bytes[size++] = (byte) (rest | 0x80);
                rest >>>= 7;
            }
            bytes[size++] = (byte) rest;
        }

        /** Moves the content of another buffer to the end of this one. */
        void take(Bytes other) {
            put(other.bytes, 0, other.size);
            other.size = 0;
        }

        byte[] toArray() {
            return Arrays.copyOf(bytes, size);
        }

        private void reserve(int more) {
            if (size + more > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
            }
        }
    }
}
