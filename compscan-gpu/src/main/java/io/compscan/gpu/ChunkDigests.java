package io.compscan.gpu;

import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.chunk.ChunkList;
import io.compscan.gpu.Stream.DeviceMemory;
import io.compscan.gpu.Stream.HostMemory;
import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * SHA-1 digests of chunks in a slab, in batches. Belongs to one thread.
 *
 * <p>A device has thousands of items, each slow on its own, and all items of a group take as long as the longest. So chunks go there in
 * the order of their lengths, and a chunk that would hold up all others is digested here meanwhile.
 */
final class ChunkDigests {

    /** Longer chunks stay on this machine's processor. */
    static final int MAX_DEVICE_CHUNK_BYTES = 256 << 10;

    private static final int BATCH_CHUNKS = 1 << 16;
    private static final int DIGEST_BYTES = 20;

    private final Stream stream;
    private final HostMemory hostChunks;
    private final HostMemory hostDigests;
    private final HostMemory hostZeros;
    /** Of a batch: all offsets, behind them all lengths. */
    private final DeviceMemory offsets;

    private final DeviceMemory lengths;
    private final DeviceMemory digests;
    private final DeviceMemory zeros;
    private final MessageDigest sha1;

    /** For each chunk of a batch how much shorter than the longest it may be, and below that its number. */
    private final long[] order = new long[BATCH_CHUNKS];

    ChunkDigests(Stream stream) throws AcceleratorException {
        this.stream = stream;
        hostChunks = stream.allocateHost(2 * BATCH_CHUNKS * Integer.BYTES);
        hostDigests = stream.allocateHost(BATCH_CHUNKS * DIGEST_BYTES);
        hostZeros = stream.allocateHost(BATCH_CHUNKS);
        offsets = stream.allocate(BATCH_CHUNKS * Integer.BYTES);
        lengths = stream.allocate(BATCH_CHUNKS * Integer.BYTES);
        digests = stream.allocate(BATCH_CHUNKS * DIGEST_BYTES);
        zeros = stream.allocate(BATCH_CHUNKS);
        try {
            sha1 = MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }

    /** As {@link DeviceQueue#digest}; the device has the slab's bytes. */
    void compute(ByteBuffer slab, DeviceMemory device, ChunkList chunks, byte[] fingerprints, byte[] zeroFlags)
            throws AcceleratorException {
        for (int from = 0; from < chunks.size(); from += BATCH_CHUNKS) {
            computeBatch(slab, device, chunks, from, fingerprints, zeroFlags);
        }
    }

    private void computeBatch(
            ByteBuffer slab, DeviceMemory device, ChunkList chunks, int from, byte[] fingerprints, byte[] zeroFlags)
            throws AcceleratorException {
        int to = Math.min(chunks.size(), from + BATCH_CHUNKS);
        int count = sort(chunks, from, to);
        if (count > 0) {
            launch(device, chunks, count);
        }
        for (int i = from; count < to - from && i < to; i++) {
            if (chunks.length(i) > MAX_DEVICE_CHUNK_BYTES) {
                computeHere(slab, chunks, i, fingerprints, zeroFlags);
            }
        }
        if (count > 0) {
            stream.finish();
            for (int place = 0; place < count; place++) {
                int chunk = (int) order[place];
                hostDigests.bytes().get(place * DIGEST_BYTES, fingerprints, chunk * DIGEST_BYTES, DIGEST_BYTES);
                zeroFlags[chunk] = hostZeros.bytes().get(place);
            }
        }
    }

    /** Notes the chunks for the device, the longest first, and returns how many there are. */
    private int sort(ChunkList chunks, int from, int to) {
        int count = 0;
        boolean isSorted = true;
        long last = 0;
        for (int i = from; i < to; i++) {
            int length = chunks.length(i);
            if (length <= MAX_DEVICE_CHUNK_BYTES) {
                long shorter = (long) MAX_DEVICE_CHUNK_BYTES - length;
                isSorted &= shorter >= last;
                last = shorter;
                order[count++] = (shorter << Integer.SIZE) | i;
            }
        }
        if (!isSorted) {
            Arrays.sort(order, 0, count);
        }
        return count;
    }

    private void launch(DeviceMemory device, ChunkList chunks, int count) throws AcceleratorException {
        ByteBuffer list = hostChunks.bytes();
        for (int place = 0; place < count; place++) {
            int chunk = (int) order[place];
            list.putInt(place * Integer.BYTES, chunks.offset(chunk));
            list.putInt((count + place) * Integer.BYTES, chunks.length(chunk));
        }
        long listBytes = (long) count * Integer.BYTES;
        stream.upload(hostChunks, 0, offsets, 0, listBytes);
        stream.upload(hostChunks, listBytes, lengths, 0, listBytes);
        stream.launch(
                Kernel.SHA1,
                BATCH_CHUNKS,
                device.handle(),
                offsets.handle(),
                lengths.handle(),
                count,
                digests.handle(),
                zeros.handle());
        stream.download(digests, 0, hostDigests, 0, (long) count * DIGEST_BYTES);
        stream.download(zeros, 0, hostZeros, 0, count);
    }

    private void computeHere(ByteBuffer slab, ChunkList chunks, int chunk, byte[] fingerprints, byte[] zeroFlags) {
        ByteBuffer bytes = slab.slice(chunks.offset(chunk), chunks.length(chunk));
        zeroFlags[chunk] = (byte) (isZero(bytes) ? 1 : 0);
        sha1.update(bytes);
        try {
            sha1.digest(fingerprints, chunk * DIGEST_BYTES, DIGEST_BYTES);
        } catch (DigestException e) {
            throw new IllegalArgumentException("no room for " + chunks.size() + " fingerprints", e);
        }
    }

    private static boolean isZero(ByteBuffer bytes) {
        int i = 0;
        for (; i <= bytes.limit() - Long.BYTES; i += Long.BYTES) {
            if (bytes.getLong(i) != 0) {
                return false;
            }
        }
        for (; i < bytes.limit(); i++) {
            if (bytes.get(i) != 0) {
                return false;
            }
        }
        return true;
    }
}
