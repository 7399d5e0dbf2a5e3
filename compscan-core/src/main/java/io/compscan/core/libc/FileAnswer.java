package io.compscan.core.libc;

import com.sun.jna.LastErrorException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A {@code struct statx}, and the one question that fills it. Numbers are in the order of the machine. One thread.
 *
 * <pre>
 *   0 mask   16 names   28 type and mode   32 inode   40 size   48 blocks of 512 bytes
 *   96 changed: seconds, nanoseconds   112 modified   136 device, major   140 minor       256 bytes
 * </pre>
 */
public final class FileAnswer {

    public static final int TYPE = 0x1;
    public static final int MODE = 0x2;
    public static final int LINKS = 0x4;
    public static final int INODE = 0x100;
    public static final int SIZE = 0x200;
    public static final int BLOCKS = 0x400;
    /** The time of the last change of the bytes. */
    public static final int MODIFIED = 0x40;
    /** The time of the last change of the inode. */
    public static final int CHANGED = 0x80;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final boolean IS_LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private static final int STATX_BYTES = 256;
    /** The unit of the answer, whatever the blocks of the file system. */
    private static final int BLOCK_BYTES = 512;
    /** The empty name. */
    private static final byte[] ITSELF = new byte[1];

    private final byte[] fields = new byte[STATX_BYTES];

    /**
     * Asks about an entry of a directory; of a link, about the link itself and not its target.
     *
     * @param name ends with a zero byte
     * @param wanted the fields to ask for; {@link #has} tells whether the answer has them
     */
    public void askEntry(int directory, byte[] name, int wanted) throws LastErrorException {
        int flags = StatCalls.AT_SYMLINK_NOFOLLOW | StatCalls.AT_NO_AUTOMOUNT;
        StatCalls.statx(directory, name, flags, wanted, fields);
    }

    /** Asks about an open file. */
    public void askOpen(int descriptor, int wanted) throws LastErrorException {
        StatCalls.statx(descriptor, ITSELF, StatCalls.AT_EMPTY_PATH, wanted, fields);
    }

    /** Whether the file system has told all of this. */
    public boolean has(int wanted) {
        return (intAt(0) & wanted) == wanted;
    }

    /** How many names the file has. */
    public int linkCount() {
        return intAt(16);
    }

    /** The type and the rights. */
    public int mode() {
        int withSpare = intAt(28);
        return IS_LITTLE_ENDIAN ? withSpare & 0xffff : withSpare >>> 16;
    }

    public long inode() {
        return longAt(32);
    }

    public long sizeBytes() {
        return longAt(40);
    }

    /** The bytes of the file's blocks, as {@code du} counts them. */
    public long allocatedBytes() {
        return longAt(48) * BLOCK_BYTES;
    }

    /** The time of the last change of the bytes, in nanoseconds since 1970. */
    public long modifiedNanos() {
        return nanosAt(112);
    }

    /** The time of the last change of the bytes or the inode, in nanoseconds since 1970. */
    public long changedNanos() {
        return nanosAt(96);
    }

    private long nanosAt(int offset) {
        return longAt(offset) * 1_000_000_000 + intAt(offset + 8);
    }

    /** The file system, or the subvolume, that holds the file: one number for both parts, the same as in {@code stat} and in Java. */
    public long device() {
        long major = intAt(136);
        long minor = intAt(140);
        return (major & 0xFFFFF000L) << 32 | (major & 0xFFF) << 8 | (minor & 0xFFFFFF00L) << 12 | (minor & 0xFF);
    }

    private int intAt(int offset) {
        return (int) INTS.get(fields, offset);
    }

    private long longAt(int offset) {
        return (long) LONGS.get(fields, offset);
    }
}
