package io.compscan.core.scan.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.ZeroBytes;
import io.compscan.core.fingerprint.Fingerprinter;
import io.compscan.core.fingerprint.Fingerprinting;
import org.jspecify.annotations.Nullable;

/** Finds the chunks of a slab that are all zero, and fingerprints the others; on a device if there is one. Belongs to one thread. */
final class ChunkDigester {

    private final int digestBytes;
    private final Fingerprinter here;
    private final @Nullable DeviceSlab device;
    /** The fingerprinter that takes the digests from the device, and adds the salt; null without a device. */
    private final @Nullable Fingerprinter there;

    /** The digests shared with the digesters of other chunkings; null if there are none. */
    private final @Nullable SlabDigests shared;

    private boolean isOnDevice;

    /** @param shared the digests that several chunkings share; its owner begins each slab */
    ChunkDigester(Fingerprinting fingerprinting, @Nullable DeviceSlab device, @Nullable SlabDigests shared) {
        this.shared = shared;
        digestBytes = fingerprinting.digestBytes();
        here = fingerprinting.open();
        this.device = device;
        there = device == null ? null : on(device, fingerprinting);
    }

    /** A digester that tells chunks apart by something other than a digest, never on a device. */
    ChunkDigester(int digestBytes, Fingerprinter here, @Nullable SlabDigests shared) {
        this.digestBytes = digestBytes;
        this.here = here;
        this.shared = shared;
        device = null;
        there = null;
    }

    private static Fingerprinter on(DeviceSlab device, Fingerprinting fingerprinting) {
        return fingerprinting.open((data, chunks, fingerprints) -> device.copyNonZero(fingerprints));
    }

    int digestBytes() {
        return digestBytes;
    }

    /**
     * Begins a slab.
     *
     * @param chunks all its chunks
     */
    void begin(byte[] data, ChunkList chunks) {
        isOnDevice = device != null && device.digest(data, chunks);
    }

    /** Whether chunk {@code i} is all zero. */
    boolean isZero(byte[] data, ChunkList chunks, int i) {
        if (isOnDevice && device != null) {
            return device.isZero(i);
        }
        return ZeroBytes.isZero(data, chunks.offset(i), chunks.length(i));
    }

    /** Fingerprints the chunks that are not all zero. */
    void fingerprint(byte[] data, ChunkList nonZero, byte[] fingerprints) {
        if (isOnDevice && there != null) {
            there.fingerprint(data, nonZero, fingerprints);
        } else if (shared != null) {
            shared.fingerprint(here, data, nonZero, fingerprints);
        } else {
            here.fingerprint(data, nonZero, fingerprints);
        }
    }
}
