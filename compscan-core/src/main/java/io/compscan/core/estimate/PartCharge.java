package io.compscan.core.estimate;

import io.compscan.core.fold.Scheme;
import io.compscan.core.profile.Allocation;
import io.compscan.core.profile.ArrivalSample.Growth;
import io.compscan.core.profile.PackedBlocks;
import io.compscan.core.profile.Packing;
import io.compscan.core.profile.Profile;
import io.compscan.core.statistics.Interval;
import io.compscan.result.ProfileResult.Estimated;
import org.jspecify.annotations.Nullable;

/**
 * What one target system allocates for a chunk, without its header.
 *
 * <pre>
 *   once   the one copy of a chunk that the system deduplicates
 *   each   every reference, where it stores each: short files, what lies in the metadata, and all chunks without deduplication
 * </pre>
 *
 * <p>Fragments that share blocks take their part of a block that is as full as those of the chunks that were met.
 */
final class PartCharge implements IncidenceTable.Charge {

    private final Allocation allocation;
    private final int fullChunkBytes;
    private final boolean areFilesApart;
    private final boolean packsInOrder;
    private final int field;
    /** What the blocks are not known to take in the order of the data; null if that does not matter. */
    private @Nullable Growth growth;
    /** Bytes of blocks for a byte of fragments. */
    private double blockBytesPerByte;
    /** The share of the allocated bytes that lie in shared blocks. */
    private double packedShare;

    private double ownShare = 1;

    private PartCharge(Profile target, Scheme scheme, int field) {
        allocation = target.allocation();
        fullChunkBytes = scheme.maxChunkBytes();
        areFilesApart = scheme.filesApart();
        this.field = field;
        packsInOrder = target.packsInOrder();
    }

    /** @param field of the compressor among the stored sizes, -1 if chunks are stored raw */
    static PartCharge of(Profile target, Scheme scheme, KeptChunks kept, int field) {
        PartCharge charge = new PartCharge(target, scheme, field);
        charge.look(kept);
        return charge;
    }

    private void look(KeptChunks kept) {
        Packing packing = allocation.packing();
        PackedBlocks blocks = packing == null ? null : new PackedBlocks(packing);
        long inline = 0;
        long sized = 0;
        double aloneBytes = 0;
        for (int place = 0; place < kept.count(); place++) {
            int length = kept.length(place);
            int stored = field < 0 ? length : kept.stored(place, field);
            if (stored == 0) {
                continue;
            }
            sized++;
            boolean isEnd = isEndOfFile(kept.key(place));
            if (allocation.isInline(length, stored, isEnd)) {
                inline++;
                continue;
            }
            Packing.Parts parts = allocation.parts(allocation.keptBytes(length, stored));
            if (blocks != null && parts != null) {
                blocks.add(parts.fragmentBytes(), 1);
                aloneBytes += parts.aloneBytes();
            } else {
                aloneBytes += allocation.allocatedBytes(length, stored, fullChunkBytes, isEnd);
            }
        }
        ownShare = sized == 0 ? 1 : 1 - (double) inline / sized;
        if (blocks != null && packing != null && blocks.fragmentBytes() > 0) {
            long shuffled = blocks.blockCount();
            Growth unknown = packsInOrder ? Growth.unknown(packing, blocks.fragmentsOfBlock(shuffled)) : null;
            growth = unknown;
            long count = blocks.blockCount(shuffled, unknown == null ? 1 : unknown.factor());
            double blockBytes = (double) count * packing.blockBytes();
            blockBytesPerByte = blockBytes / blocks.fragmentBytes();
            packedShare = blockBytes / (blockBytes + aloneBytes);
        }
    }

    /** Files are told apart by the last bit of a key, see {@link io.compscan.core.fingerprint.WholeFiles}. */
    private boolean isEndOfFile(long key) {
        return areFilesApart && (key & 1) == 0;
    }

    /** The share of the chunks that have allocations of their own. */
    double ownShare() {
        return ownShare;
    }

    @Override
    public int onceBytes(long key, int length, int stored) {
        return isStoredEachTime(key, length, stored)
                ? 0
                : Math.max(0, copyBytes(key, length, stored) - allocation.headerBytes());
    }

    @Override
    public int eachBytes(long key, int length, int stored) {
        return isStoredEachTime(key, length, stored) ? copyBytes(key, length, stored) : 0;
    }

    private boolean isStoredEachTime(long key, int length, int stored) {
        boolean isEnd = isEndOfFile(key);
        return allocation.isInline(length, stored, isEnd) || allocation.copies(length, 2, isEnd) > 1;
    }

    private int copyBytes(long key, int length, int stored) {
        boolean isEnd = isEndOfFile(key);
        if (allocation.isInline(length, stored, isEnd)) {
            return allocation.inlineBytes(stored);
        }
        Packing packing = allocation.packing();
        Packing.Parts parts = allocation.parts(allocation.keptBytes(length, stored));
        if (packing == null || parts == null) {
            return (int) allocation.allocatedBytes(length, stored, fullChunkBytes, isEnd);
        }
        double shared = parts.fragmentBytes() * blockBytesPerByte - packing.inodeBytes();
        return (int) (parts.aloneBytes() + Math.round(shared));
    }

    /** What further copies of the chunks are stored in, where the system stores each reference. */
    Estimated copies(TableLook look) {
        Interval all = look.charge(new Stored(false), field);
        if (all.high() == 0) {
            return Estimated.exact(0);
        }
        Interval first = look.charge(new Stored(true), field);
        long bytes = Math.max(0, Math.round(all.value() - first.value()));
        return new Estimated(
                bytes, Math.max(0, Math.min(bytes, (long) Math.floor(all.low() - first.high()))), Math.max(bytes, (long)
                        Math.ceil(all.high() - first.low())));
    }

    /** The stored bytes of chunks that the system stores for each reference: of the first copies, or of all. */
    private final class Stored implements IncidenceTable.Charge {
        private final boolean isFirst;

        Stored(boolean isFirst) {
            this.isFirst = isFirst;
        }

        @Override
        public int onceBytes(long key, int length, int stored) {
            return isFirst ? bytes(key, length, stored) : 0;
        }

        @Override
        public int eachBytes(long key, int length, int stored) {
            return isFirst ? 0 : bytes(key, length, stored);
        }

        private int bytes(long key, int length, int stored) {
            return isStoredEachTime(key, length, stored) ? Math.min(stored, copyBytes(key, length, stored)) : 0;
        }
    }

    /**
     * What the system allocates for all chunks.
     *
     * @param physicalBytes their stored bytes, which they take at least, unless several share a block or some lie in the metadata
     */
    Estimated allocated(TableLook look, long physicalBytes) {
        Interval sum = look.charge(this, field);
        double low = sum.low();
        double high = sum.high();
        Growth unknown = growth;
        if (unknown != null) {
            low -= packedShare * sum.value() * (1 - unknown.low() / unknown.factor());
            high += packedShare * sum.value() * (unknown.high() / unknown.factor() - 1);
        }
        boolean isMore = allocation.packing() == null && ownShare == 1 && allocation.headerBytes() == 0;
        long bytes = isMore ? Math.max(sum.roundedValue(), physicalBytes) : sum.roundedValue();
        return new Estimated(
                bytes, Math.max(0, Math.min(bytes, (long) Math.floor(low))), Math.max(bytes, (long) Math.ceil(high)));
    }
}
