package io.compscan.cli;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * A file with a stretch that cannot be read, where the kernel itself answers "Input/output error" as it does for a bad disk. Or one whose size
 * is unknown until it is read, as programs mount what they fetch.
 *
 * <p>It is mounted over a file, by the FUSE protocol of Linux ({@code include/uapi/linux/fuse.h}), of which reading one file needs
 * but four messages. Only root may do that.
 */
final class FuseFile implements AutoCloseable {

    private static final int GETATTR = 3;
    private static final int FORGET = 2;
    private static final int OPEN = 14;
    private static final int READ = 15;
    private static final int RELEASE = 18;
    private static final int INIT = 26;
    private static final int INTERRUPT = 36;
    private static final int BATCH_FORGET = 42;

    private static final int IN_HEADER_BYTES = 40;
    private static final int OUT_HEADER_BYTES = 16;
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int EIO = 5;
    private static final int ENOSYS = 38;
    private static final int REGULAR_FILE = 0100000;
    private static final int READABLE = 0444;
    /** The kernel asks for bytes behind the size that it knows. */
    private static final int DIRECT_IO = 1;

    private final Path mountPoint;
    private final byte[] content;
    private final int size;
    private final int badFrom;
    private final int badTo;
    private final int descriptor;
    private final Memory in = new Memory(BUFFER_BYTES);
    private final Memory out = new Memory(BUFFER_BYTES);
    private final Thread server = new Thread(this::serve, "fuse-file");

    private FuseFile(Path mountPoint, byte[] content, int size, int badFrom, int badTo, int descriptor) {
        this.mountPoint = mountPoint;
        this.content = content;
        this.size = size;
        this.badFrom = badFrom;
        this.badTo = badTo;
        this.descriptor = descriptor;
        server.setDaemon(true);
    }

    /**
     * Mounts a file of this content over an existing one. A stretch of it is bad.
     *
     * @throws IOException if this machine or this user cannot do that
     */
    static FuseFile damaged(Path file, byte[] content, int badFrom, int badTo) throws IOException {
        return mounted(file, content, content.length, badFrom, badTo);
    }

    /** Mounts a file of this content over an existing one. Its size is said to be 0; see {@link #damaged}. */
    static FuseFile ofUnknownSize(Path file, byte[] content) throws IOException {
        return mounted(file, content, 0, 0, 0);
    }

    private static FuseFile mounted(Path file, byte[] content, int size, int badFrom, int badTo) throws IOException {
        try {
            int descriptor = Libc.open("/dev/fuse", 2);
            FuseFile made = new FuseFile(file, content, size, badFrom, badTo, descriptor);
            String options =
                    "fd=" + descriptor + ",rootmode=" + Integer.toOctalString(REGULAR_FILE) + ",user_id=0,group_id=0";
            try {
                Libc.mount("compscan-test", file.toString(), "fuse", 0, options);
            } catch (LastErrorException e) {
                Libc.close(descriptor);
                throw e;
            }
            made.server.start();
            return made;
        } catch (LastErrorException | LinkageError e) {
            throw new IOException("no FUSE here: " + e.getMessage(), e);
        }
    }

    private void serve() {
        while (true) {
            try {
                Libc.read(descriptor, in, BUFFER_BYTES);
            } catch (LastErrorException e) {
                // Unmounted.
                Libc.close(descriptor);
                return;
            }
            ByteBuffer request = in.getByteBuffer(0, BUFFER_BYTES).order(ByteOrder.nativeOrder());
            int opcode = request.getInt(4);
            if (opcode != FORGET && opcode != BATCH_FORGET && opcode != INTERRUPT) {
                answer(opcode, request);
            }
        }
    }

    private void answer(int opcode, ByteBuffer request) {
        ByteBuffer reply = out.getByteBuffer(0, BUFFER_BYTES).order(ByteOrder.nativeOrder());
        reply.position(OUT_HEADER_BYTES);
        int error = 0;
        switch (opcode) {
            case INIT ->
                reply.putInt(7)
                        .putInt(31)
                        .putInt(1 << 17)
                        .putInt(0)
                        .putInt(0)
                        .putInt(1 << 17)
                        .put(new byte[40]);
            case GETATTR -> putAttributes(reply);
            case OPEN ->
                reply.putLong(0).putInt(size == content.length ? 0 : DIRECT_IO).putInt(0);
            case READ -> error = read(request, reply);
            case RELEASE -> {}
            default -> error = ENOSYS;
        }
        int length = error == 0 ? reply.position() : OUT_HEADER_BYTES;
        reply.putInt(0, length).putInt(4, -error).putLong(8, request.getLong(8));
        try {
            Libc.write(descriptor, out, length);
        } catch (LastErrorException e) {
            // The process that asked has gone.
        }
    }

    private void putAttributes(ByteBuffer reply) {
        reply.putLong(3600).putLong(0);
        reply.putLong(1).putLong(size).putLong((size + 511) / 512).put(new byte[36]);
        reply.putInt(REGULAR_FILE | READABLE)
                .putInt(1)
                .put(new byte[12])
                .putInt(4096)
                .putInt(0);
    }

    private int read(ByteBuffer request, ByteBuffer reply) {
        int from = (int) Math.min(content.length, request.getLong(IN_HEADER_BYTES + 8));
        int to = Math.min(content.length, from + request.getInt(IN_HEADER_BYTES + 16));
        if (from < badTo && to > badFrom) {
            return EIO;
        }
        reply.put(content, from, to - from);
        return 0;
    }

    @Override
    public void close() {
        Libc.umount2(mountPoint.toString(), 0);
    }

    private static final class Libc {
        static {
            Native.register(Libc.class, Platform.C_LIBRARY_NAME);
        }

        static native int open(String path, int flags) throws LastErrorException;

        static native int close(int descriptor) throws LastErrorException;

        static native long read(int descriptor, Pointer buffer, long length) throws LastErrorException;

        static native long write(int descriptor, Pointer buffer, long length) throws LastErrorException;

        static native int mount(String source, String target, String type, long flags, String options)
                throws LastErrorException;

        static native int umount2(String target, int flags) throws LastErrorException;
    }
}
