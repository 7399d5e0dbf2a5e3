package io.compscan.core.scan.measure.size;

import io.compscan.core.compress.Compressor;
import java.util.Arrays;

/**
 * A compressor that remembers its sizes for the ranges of a slab. Several chunkings cut most small files alike, and the blocks of one
 * chunking are the chunks of another. Belongs to one thread.
 */
public final class RememberedSizes implements Compressor {

    private final Compressor compressor;
    private final SlabTable ranges = new SlabTable();
    private int[] sizes = new int[256];
    private byte[] slab = {};

    /** @param compressor looks at each range once; closed with this */
    public RememberedSizes(Compressor compressor) {
        this.compressor = compressor;
    }

    /** Begins a slab; bytes that lie elsewhere are compressed each time. */
    public void begin(byte[] data) {
        slab = data;
        ranges.clear();
    }

    @Override
    public int compressedBytes(byte[] data, int offset, int length) {
        if (data != slab) {
            return compressor.compressedBytes(data, offset, length);
        }
        int number = ranges.find(offset, length);
        if (number < 0) {
            number = ranges.size();
            if (number == sizes.length) {
                sizes = Arrays.copyOf(sizes, 2 * number);
            }
            sizes[number] = compressor.compressedBytes(data, offset, length);
            ranges.add(offset, length);
        }
        return sizes[number];
    }

    @Override
    public void close() {
        compressor.close();
    }
}
