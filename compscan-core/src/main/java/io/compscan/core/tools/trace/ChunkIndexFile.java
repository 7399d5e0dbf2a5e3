package io.compscan.core.tools.trace;

import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.source.PathName;
import java.io.IOException;
import java.nio.file.Path;

/**
 * An index of the chunks of one file, as backup programs write them: Proxmox Backup {@code .fidx} and {@code .didx}, casync {@code .caibx}
 * and {@code .caidx}.
 *
 * <pre>
 *   .fidx    magic[8], uuid[16], i64 time, sum[32], u64 size, u64 chunk size, zeros to 4096;  then digest[32] ...
 *   .didx    magic[8], uuid[16], i64 time, sum[32], zeros to 4096;                            then u64 end, digest[32] ...
 *   casync   u64 48, u64 type, u64 flags, u64 min, u64 average, u64 max;  u64 -1, u64 table;  then u64 end, id[32] ...
 *            and a tail: u64 0, u64 0, u64 48, u64 table size, u64 marker
 * </pre>
 *
 * <p>Little-endian. Digests are SHA-256, or SHA-512/256 if casync says so. The digests of an encrypted backup have a key of their own, so
 * its chunks of zeros are not recognised. Formats: the documentation of Proxmox Backup, {@code caformat.h} of casync.
 */
final class ChunkIndexFile extends Trace {

    private static final int DIGEST_BYTES = 32;
    private static final int HEADER_BYTES = 4096;
    private static final long FIXED_MAGIC = 0xCD0FFD91ED417F2FL;
    private static final long DYNAMIC_MAGIC = 0xCDB3BA19A54E911CL;
    private static final int DYNAMIC_MAX_BYTES = 16 << 20;
    private static final long DYNAMIC_EXPECTED_BYTES = 4 << 20;
    private static final long CASYNC_INDEX = 0x96824D9C7B129FF9L;
    private static final long CASYNC_TABLE = 0xE75B9E112F17417DL;
    private static final long CASYNC_TAIL = 0x4B4F050E5549ECD1L;
    private static final long CASYNC_SHA512_256 = 0x2000000000000000L;
    private static final int CASYNC_HEADER_BYTES = 48;

    private final TraceInput in;
    private final Kind kind;
    /** The size of the file in a fixed index. */
    private final long sizeBytes;

    private final ZeroHashes zeros;

    private enum Kind {
        FIXED,
        DYNAMIC,
        CASYNC
    }

    private ChunkIndexFile(TraceInput in, TraceScheme scheme, Kind kind, long sizeBytes, String algorithm) {
        super(in, scheme);
        this.in = in;
        this.kind = kind;
        this.sizeBytes = sizeBytes;
        zeros = new ZeroHashes(algorithm, DIGEST_BYTES);
    }

    /** Reads the header of an index of Proxmox Backup. */
    static Trace openProxmox(TraceInput in) throws IOException {
        long magic = in.u64();
        if (magic != FIXED_MAGIC && magic != DYNAMIC_MAGIC) {
            throw new TraceFormatException(
                    "not an index of Proxmox Backup of version 1.0: it begins with " + Long.toHexString(magic));
        }
        in.skip(16 + Long.BYTES + DIGEST_BYTES);
        if (magic == DYNAMIC_MAGIC) {
            in.skip(HEADER_BYTES - in.position());
            TraceScheme scheme = scheme(
                    "pxar:4m",
                    FingerprintAlgorithm.SHA256,
                    new TraceScheme(
                            "proxmox:dynamic",
                            DYNAMIC_MAX_BYTES,
                            DYNAMIC_EXPECTED_BYTES,
                            "proxmox:sha256",
                            DIGEST_BYTES));
            return new ChunkIndexFile(in, scheme, Kind.DYNAMIC, 0, "SHA-256");
        }
        long sizeBytes = in.count("a size of");
        long chunkBytes = in.u64();
        if (chunkBytes < 1 || chunkBytes > TraceScheme.MOST_CHUNK_BYTES) {
            throw in.damaged("chunks of " + Long.toUnsignedString(chunkBytes) + " bytes");
        }
        in.skip(HEADER_BYTES - in.position());
        TraceScheme scheme = scheme(
                "fixed:" + chunkBytes,
                FingerprintAlgorithm.SHA256,
                new TraceScheme(
                        "proxmox:fixed:" + chunkBytes, (int) chunkBytes, chunkBytes, "proxmox:sha256", DIGEST_BYTES));
        return new ChunkIndexFile(in, scheme, Kind.FIXED, sizeBytes, "SHA-256");
    }

    /** Reads the headers of an index of casync. */
    static Trace openCasync(TraceInput in) throws IOException {
        if (in.u64() != CASYNC_HEADER_BYTES || in.u64() != CASYNC_INDEX) {
            throw new TraceFormatException("not an index of casync");
        }
        long flags = in.u64();
        long leastBytes = in.u64();
        long averageBytes = in.u64();
        long mostBytes = in.u64();
        if (mostBytes < 1 || mostBytes > TraceScheme.MOST_CHUNK_BYTES || averageBytes < 1 || averageBytes > mostBytes) {
            throw in.damaged("chunks of " + Long.toUnsignedString(averageBytes) + " bytes in the mean, "
                    + Long.toUnsignedString(mostBytes) + " at most");
        }
        if (in.u64() != -1 || in.u64() != CASYNC_TABLE) {
            throw in.damaged("no table of chunks");
        }
        boolean isShort = (flags & CASYNC_SHA512_256) != 0;
        String least = Long.toUnsignedString(leastBytes);
        TraceScheme scheme = scheme(
                "casync:" + averageBytes + ",min=" + least + ",max=" + mostBytes,
                isShort ? FingerprintAlgorithm.SHA512_256 : FingerprintAlgorithm.SHA256,
                new TraceScheme(
                        "casync:" + least + ":" + averageBytes + ":" + mostBytes,
                        (int) mostBytes,
                        averageBytes,
                        isShort ? "casync:sha512-256" : "casync:sha256",
                        DIGEST_BYTES));
        return new ChunkIndexFile(in, scheme, Kind.CASYNC, 0, isShort ? "SHA-512/256" : "SHA-256");
    }

    /** The scheme of a scan that cuts and digests alike, else another one. */
    private static TraceScheme scheme(String chunking, FingerprintAlgorithm digest, TraceScheme other) {
        TraceScheme scheme = TraceScheme.ofScan(chunking, digest);
        return scheme == null ? other : scheme;
    }

    @Override
    void read(TraceVisitor visitor) throws IOException {
        visitor.unit(PathName.extensionOf(Path.of(in.name())));
        switch (kind) {
            case FIXED -> readFixed(visitor);
            case DYNAMIC -> readDynamic(visitor);
            case CASYNC -> readCasync(visitor);
        }
    }

    private void readFixed(TraceVisitor visitor) throws IOException {
        byte[] digest = new byte[DIGEST_BYTES];
        int chunkBytes = scheme().maxChunkBytes();
        for (long from = 0; from < sizeBytes; from += chunkBytes) {
            in.read(digest, 0, DIGEST_BYTES);
            visit(visitor, digest, (int) Math.min(chunkBytes, sizeBytes - from));
        }
        if (!in.isAtEnd()) {
            throw in.damaged("digests behind the last of " + sizeBytes + " bytes");
        }
    }

    private void readDynamic(TraceVisitor visitor) throws IOException {
        byte[] digest = new byte[DIGEST_BYTES];
        long from = 0;
        while (!in.isAtEnd()) {
            long to = in.count("the end of a chunk at");
            in.read(digest, 0, DIGEST_BYTES);
            visit(visitor, digest, length(from, to));
            from = to;
        }
    }

    private void readCasync(TraceVisitor visitor) throws IOException {
        byte[] digest = new byte[DIGEST_BYTES];
        long tableFrom = in.position() - 2 * Long.BYTES;
        long from = 0;
        long to = in.count("the end of a chunk at");
        while (to != 0) {
            in.read(digest, 0, DIGEST_BYTES);
            visit(visitor, digest, length(from, to));
            from = to;
            to = in.count("the end of a chunk at");
        }
        boolean isWhole = in.u64() == 0 && in.u64() == CASYNC_HEADER_BYTES;
        long tableBytes = in.u64();
        isWhole &= in.u64() == CASYNC_TAIL && tableBytes == in.position() - tableFrom;
        if (!isWhole || !in.isAtEnd()) {
            throw in.damaged("the table of chunks does not end as it should");
        }
    }

    private int length(long from, long to) throws TraceFormatException {
        long bytes = to - from;
        if (bytes < 1 || bytes > scheme().maxChunkBytes()) {
            throw in.damaged("a chunk of " + bytes + " bytes");
        }
        return (int) bytes;
    }

    /** Shows a chunk. Content-defined chunks of zeros have the greatest length, except the last. */
    private void visit(TraceVisitor visitor, byte[] digest, int lengthBytes) throws IOException {
        boolean mayBeZero = kind == Kind.FIXED || lengthBytes == scheme().maxChunkBytes();
        if (mayBeZero && zeros.isZero(digest, 0, lengthBytes)) {
            visitor.zeros(lengthBytes, 1);
        } else {
            visitor.chunk(digest, 0, lengthBytes);
        }
    }
}
