package io.compscan.memory.page;

/**
 * The properties of each frame, and the digest of its bytes at the last look.
 *
 * <p>Nine bytes a frame, or 2.25 MiB for each GiB. Threads may write about different frames at the same time.
 */
public final class Frames {

    /** Private memory of a process; no file and no shared memory lies behind it. */
    public static final int ANONYMOUS = 1;
    /** Mapped once, as the kernel says. */
    public static final int EXCLUSIVE = 1 << 1;
    /** Some area that maps it is advised to be merged. */
    public static final int ADVISED = 1 << 2;
    /** Some area that maps it could be advised to be merged. */
    public static final int MERGEABLE = 1 << 3;
    /** The kernel has merged it already. */
    public static final int MERGED = 1 << 4;
    /** It was read in the first pass. */
    public static final int READ_ONCE = 1 << 5;
    /** It was read in the last pass. */
    public static final int READ = 1 << 6;
    /** It held something else in the first pass, or was not read then. */
    public static final int VOLATILE = 1 << 7;

    private final long[] hashes;
    private final byte[] flags;

    /** So many frames without any properties. */
    public Frames(int count) {
        hashes = new long[count];
        flags = new byte[count];
    }

    /** How many frames there are. */
    public int count() {
        return hashes.length;
    }

    /** Adds properties. */
    public void mark(int frame, int properties) {
        flags[frame] |= (byte) properties;
    }

    /** Whether the frame has all of these properties. */
    public boolean is(int frame, int properties) {
        return (flags[frame] & properties) == properties;
    }

    /** Notes what the first pass has found in the frame. */
    public void noteFirst(int frame, long hash) {
        hashes[frame] = hash;
        mark(frame, READ_ONCE);
    }

    /**
     * Notes what the last pass has found in the frame.
     *
     * @param isSecond whether there was a pass before; a frame that it has not read is volatile
     */
    public void noteLast(int frame, long hash, boolean isSecond) {
        boolean isVolatile = isSecond && (!is(frame, READ_ONCE) || hashes[frame] != hash);
        hashes[frame] = hash;
        mark(frame, isVolatile ? READ | VOLATILE : READ);
    }

    /** The digest that was noted last. */
    public long hash(int frame) {
        return hashes[frame];
    }

    /** Whether the frame was read in the last pass and held the same in the first, if there was one. */
    public boolean isStable(int frame) {
        return (flags[frame] & (READ | VOLATILE)) == READ;
    }

    /** Whether the frame was read and held nothing but zeros. */
    public boolean isZero(int frame) {
        return is(frame, READ) && hashes[frame] == PageHash.ZERO;
    }
}
