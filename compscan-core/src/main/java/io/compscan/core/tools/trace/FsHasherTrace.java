package io.compscan.core.tools.trace;

import io.compscan.core.source.PathName;
import io.compscan.result.ReadError;
import io.compscan.result.ReadError.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A trace of fs-hasher, versions 1 to 7, as the File systems and Storage Lab publishes them. It has the files of a directory with the
 * hashes of their chunks.
 *
 * <pre>
 *   header   magic DEADDEAD, version, u64 files, root[4096], u64 chunks, u32 method, parameters[44], u32 hash, u32 bits
 *            from 3 on  system[4096], u64 start, u64 end;  from 5 on  u64 bytes
 *   file     1     path[4096], u64 size, u64 chunks
 *            2, 3  u64 size, u64 chunks, u32 length, path
 *            4     u64 size, u32 uid, u32 gid, u64 x 7 (mode, times, links, device, inode), u64 chunks, u32 x 2, path, target
 *            5-7   u64 size, u64 blocks, then as in 4
 *   chunk    [variable: u64 size from 3 on, u32 from 7 on], hash, [u8 compression ratio from 6 on]
 * </pre>
 *
 * <p>Little-endian, without gaps. Variable chunks of versions 1 and 2 have no sizes and are refused. The compression ratio is a whole number:
 * a chunk of n bytes with the ratio r takes n/(r+1) to n/r bytes. A ratio of 0 says that it does not shrink. Format: {@code libhashfile.h} of
 * fs-hasher.
 */
final class FsHasherTrace extends Trace {

    private static final long MAGIC = 0xDEADDEADL;
    private static final int MAX_VERSION = 7;
    private static final int FIRST_WITH_RATIOS = 6;
    /** Both ends of an interval; libhashfile.h knows zlib alone. */
    private static final List<String> STORED = List.of("~zlib:least", "~zlib:most");

    private static final int MOST_RATIO = 255;
    private static final int ROOT_BYTES = 4096;
    private static final int SYSTEM_BYTES = 4096;
    private static final int PARAMETER_BYTES = 44;
    /**
     * The offset of the longest chunk in the parameters of variable chunking. It stands behind the algorithm, its union and the shortest
     * chunk.
     */
    private static final int MAX_CHUNK_OFFSET = 40;

    private static final int MAX_PATH_BYTES = 1 << 16;
    private static final int FIXED = 1;
    private static final int VARIABLE = 2;
    private static final int USUAL_MAX_CHUNK_BYTES = 16 << 20;

    private final TraceInput in;
    private final Header header;
    private final ZeroHashes zeros;
    /** Device and inode of files with several names. */
    private final Set<Inode> inodes = new HashSet<>();

    /** A hash algorithm: its name here, its name in Java, and the length of its digest. */
    private record Algorithm(String label, @Nullable String javaName, int mostBits) {}

    private record Header(
            int version, long fileCount, boolean isFixed, int chunkBytes, int hashBytes, Algorithm algorithm) {

        TraceScheme scheme() {
            String method = (isFixed ? "fixed:" : "variable:") + chunkBytes;
            return new TraceScheme(
                    "fs-hasher:" + method,
                    chunkBytes,
                    isFixed ? chunkBytes : 0,
                    algorithm.label(),
                    hashBytes,
                    version >= FIRST_WITH_RATIOS ? STORED : List.of());
        }
    }

    private record Inode(long device, long number) {}

    private record FileEntry(
            String path,
            long sizeBytes,
            long chunkCount,
            boolean isLink,
            @Nullable Inode shared) {}

    private FsHasherTrace(TraceInput in, Header header) {
        super(in, header.scheme());
        this.in = in;
        this.header = header;
        zeros = new ZeroHashes(header.algorithm().javaName(), header.hashBytes());
    }

    /** Reads the header. */
    static Trace open(TraceInput in) throws IOException {
        if (in.u32() != MAGIC) {
            throw new TraceFormatException("not a trace of fs-hasher: it does not begin with ad de ad de");
        }
        int version = (int) Math.min(in.u32(), Integer.MAX_VALUE);
        if (version < 1 || version > MAX_VERSION) {
            throw new TraceFormatException(
                    "a trace of fs-hasher of version " + version + "; versions 1 to 7 are known");
        }
        long files = in.count("files");
        in.skip(ROOT_BYTES);
        in.count("chunks");
        int method = (int) in.u32();
        byte[] parameters = new byte[PARAMETER_BYTES];
        in.read(parameters, 0, PARAMETER_BYTES);
        Algorithm algorithm = algorithm(in.u32(), in);
        long bits = in.u32();
        if (bits < 48 || bits > algorithm.mostBits() || bits % Byte.SIZE != 0) {
            throw in.damaged(algorithm.label() + " hashes of " + bits + " bits");
        }
        if (version >= 3) {
            in.skip(SYSTEM_BYTES + 2 * Long.BYTES);
        }
        if (version >= 5) {
            in.skip(Long.BYTES);
        }
        boolean isFixed = method == FIXED;
        if (!isFixed && method != VARIABLE) {
            throw in.damaged("chunking method " + method);
        }
        if (!isFixed && version < 3) {
            throw new TraceFormatException("a trace of fs-hasher of version " + version
                    + " with variable chunks: it does not hold their sizes");
        }
        return new FsHasherTrace(
                in,
                new Header(version, files, isFixed, chunkBytes(parameters, isFixed, in), (int) bits / 8, algorithm));
    }

    private static int chunkBytes(byte[] parameters, boolean isFixed, TraceInput in) throws IOException {
        int at = isFixed ? 0 : MAX_CHUNK_OFFSET;
        long bytes = 0;
        for (int i = Integer.BYTES - 1; i >= 0; i--) {
            bytes = (bytes << Byte.SIZE) | (parameters[at + i] & 0xFF);
        }
        if (!isFixed && bytes == 0) {
            return USUAL_MAX_CHUNK_BYTES;
        }
        if (bytes < 1 || bytes > TraceScheme.MOST_CHUNK_BYTES) {
            throw in.damaged("chunks of " + bytes + " bytes");
        }
        return (int) bytes;
    }

    private static Algorithm algorithm(long number, TraceInput in) throws IOException {
        return switch ((int) Math.min(number, Integer.MAX_VALUE)) {
            case 1 -> new Algorithm("fs-hasher:md5", "MD5", 128);
            case 2 -> new Algorithm("fs-hasher:sha256", "SHA-256", 256);
            case 3 -> new Algorithm("fs-hasher:md5-48", "MD5", 128);
            case 4 -> new Algorithm("fs-hasher:murmur", null, 512);
            case 5 -> new Algorithm("fs-hasher:md5-64", "MD5", 128);
            case 6 -> new Algorithm("fs-hasher:sha1", "SHA-1", 160);
            default -> throw in.damaged("hash method " + number);
        };
    }

    @Override
    void read(TraceVisitor visitor) throws IOException {
        for (long i = 0; i < header.fileCount(); i++) {
            readFile(visitor);
        }
        if (!in.isAtEnd()) {
            throw in.damaged("bytes behind the last of " + header.fileCount() + " files");
        }
    }

    private void readFile(TraceVisitor visitor) throws IOException {
        FileEntry file = fileEntry();
        if (file.isLink() && file.chunkCount() == 0) {
            visitor.symbolicLink();
            return;
        }
        if (file.shared() != null && !inodes.add(file.shared())) {
            visitor.hardLink(file.sizeBytes());
            readChunks(file, null);
            return;
        }
        visitor.unit(PathName.extensionOf(Path.of(printable(file.path()))));
        long coveredBytes = readChunks(file, visitor);
        if (coveredBytes < file.sizeBytes()) {
            visitor.error(new ReadError(
                    PathName.of(file.path()),
                    Kind.UNREADABLE,
                    file.sizeBytes() - coveredBytes,
                    "the trace has hashes of " + coveredBytes + " of " + file.sizeBytes() + " bytes"));
        }
    }

    /** A printable name. Names in traces are bytes of other systems, and only their extension is used. */
    private static String printable(String path) {
        return path.substring(path.lastIndexOf('/') + 1).replaceAll("[^\\x20-\\x7E]", "_");
    }

    private FileEntry fileEntry() throws IOException {
        int version = header.version();
        String path = version == 1 ? in.text(ROOT_BYTES) : "";
        long sizeBytes = in.count("a file of size");
        Inode shared = null;
        if (version >= 4) {
            in.skip((version >= 5 ? Long.BYTES : 0) + 2 * Integer.BYTES + 4 * Long.BYTES);
            long links = in.u64();
            Inode inode = new Inode(in.u64(), in.u64());
            shared = links > 1 ? inode : null;
        }
        long chunkCount = in.count("chunks of a file");
        long targetBytes = 0;
        if (version > 1) {
            long pathBytes = in.u32();
            targetBytes = version >= 4 ? in.u32() : 0;
            if (pathBytes > MAX_PATH_BYTES || targetBytes > MAX_PATH_BYTES) {
                throw in.damaged("a path of " + Math.max(pathBytes, targetBytes) + " bytes");
            }
            path = in.text((int) pathBytes);
            in.skip(targetBytes);
        }
        return new FileEntry(path, sizeBytes, chunkCount, targetBytes > 0, shared);
    }

    /**
     * Reads the chunks of a file.
     *
     * @param visitor the visitor of the chunks; null to pass over them
     * @return their bytes
     */
    private long readChunks(FileEntry file, @Nullable TraceVisitor visitor) throws IOException {
        byte[] hash = new byte[header.hashBytes()];
        int[] stored = new int[header.version() >= FIRST_WITH_RATIOS ? 2 : 0];
        long coveredBytes = 0;
        for (long i = 0; i < file.chunkCount(); i++) {
            long lengthBytes = chunkLength(file.sizeBytes() - coveredBytes);
            in.read(hash, 0, hash.length);
            int ratio = stored.length > 0 ? in.u8() : 0;
            coveredBytes += lengthBytes;
            if (coveredBytes > file.sizeBytes() || lengthBytes == 0) {
                throw in.damaged("chunks of more than the " + file.sizeBytes() + " bytes of their file");
            }
            if (visitor != null) {
                setStored(stored, (int) lengthBytes, ratio);
                visit(visitor, hash, (int) lengthBytes, stored);
            }
        }
        return coveredBytes;
    }

    private static void setStored(int[] stored, int lengthBytes, int ratio) {
        if (stored.length > 0) {
            boolean shrinks = ratio > 0;
            stored[0] = !shrinks ? lengthBytes : ratio == MOST_RATIO ? 1 : lengthBytes / (ratio + 1) + 1;
            stored[1] = !shrinks ? lengthBytes : Math.max(1, lengthBytes / ratio);
            stored[0] = Math.min(stored[0], stored[1]);
        }
    }

    private long chunkLength(long restBytes) throws IOException {
        if (header.isFixed()) {
            return Math.min(header.chunkBytes(), restBytes);
        }
        long lengthBytes = header.version() >= 7 ? in.u32() : in.count("a chunk of size");
        if (lengthBytes > header.chunkBytes()) {
            throw in.damaged("a chunk of " + lengthBytes + " bytes, longer than " + header.chunkBytes());
        }
        return lengthBytes;
    }

    /** Shows a chunk. Content-defined chunks of zeros have the greatest length, except the last of a file. */
    private void visit(TraceVisitor visitor, byte[] hash, int lengthBytes, int[] stored) throws IOException {
        boolean mayBeZero = header.isFixed() || lengthBytes == header.chunkBytes();
        if (mayBeZero && zeros.isZero(hash, 0, lengthBytes)) {
            visitor.zeros(lengthBytes, 1);
        } else {
            visitor.chunk(hash, 0, lengthBytes, 1, stored);
        }
    }
}
