package io.compscan.core.accelerator;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.rolling.CandidateBits;
import java.nio.ByteBuffer;

/**
 * One thread's slab on a device: the bytes, the candidates in them, the digests of their chunks.
 *
 * <pre>
 *   slab()     fill it
 *   upload     any parts, any number of times
 *   search     once all bytes of the range are uploaded; candidates() waits for the outcome
 *   digest     any chunks of what was uploaded; waits for the outcome
 * </pre>
 *
 * After a failure it can only be closed.
 */
public interface SlabQueue extends AutoCloseable {

    /** Where a range to search may begin: at multiples of this. */
    int ALIGNMENT_BYTES = 64;

    /** The slab, for others to fill. Its position and limit mean nothing. */
    ByteBuffer slab();

    /** Copies bytes of the slab to the device, which goes on while this thread does other things. */
    void upload(int from, int to) throws AcceleratorException;

    /**
     * Begins to look for candidates of all rules.
     *
     * @param from a multiple of {@value #ALIGNMENT_BYTES}
     * @param to where the bytes end that were uploaded
     */
    void search(int from, int to) throws AcceleratorException;

    /** Waits for what was begun and returns the candidates of a rule; good until the next search. */
    CandidateBits candidates(int rule) throws AcceleratorException;

    /**
     * Computes the SHA-1 digests of chunks, and says which of them are all zero.
     *
     * @param chunks where they lie in the slab
     * @param fingerprints receives 20 bytes a chunk
     * @param zeros receives 1 for a chunk of zeros and 0 for any other
     */
    void digest(ChunkList chunks, byte[] fingerprints, byte[] zeros) throws AcceleratorException;

    /** Waits until everything that was begun has been done. */
    void finish() throws AcceleratorException;

    @Override
    void close();
}
