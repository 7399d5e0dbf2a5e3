package io.compscan.map.run;

import io.compscan.map.EntryCursor;
import io.compscan.map.RunFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Walks the entries of one table of a run, or a range of them, from front to back through its own buffer.
 *
 * <p>It checks every block before it returns an entry of it. A walk over a whole table also checks the table at its end. The method
 * {@link #next} throws an {@link UncheckedIOException}. Its cause is a {@link RunFormatException} for damage, and an {@link IOException}
 * for failed reads. One thread at a time may use a cursor; a file may have any number of cursors.
 */
final class RunCursor implements EntryCursor {

    private final RunTable table;
    private final StoredTable stored;
    private final BlockDecoder block;
    private final byte @Nullable [] from;
    private final byte @Nullable [] to;
    private final boolean whole;
    private final byte[] key;
    private final byte[] previousKey;
    private final byte[] checksum = new byte[Integer.BYTES];
    private final CRC32C blockChecksums = new CRC32C();
    private final int bufferBytes;
    private byte[] buffer = new byte[0];

    /** The buffer holds {@code buffered} bytes of the file from {@code bufferAt} on. */
    private long bufferAt;

    private int buffered;
    private int nextBlockAt;
    private int blockNumber;
    private long entriesRead;
    private int position;
    private int limit;
    private boolean begun;
    private boolean ended;
    private boolean closed;

    /** The first failure, so that a further call does not report the end of the table. */
    private @Nullable IOException failure;

    private @Nullable BlockIndex index;

    /** @param withIndex whether to check each block against the table's index, as a walk over a range must */
    RunCursor(RunTable table, byte @Nullable [] from, byte @Nullable [] to, boolean withIndex, int bufferBytes) {
        this.table = table;
        stored = table.stored();
        block = new BlockDecoder(stored.spec());
        int keyBytes = stored.spec().keyBytes();
        if ((from != null && from.length != keyBytes) || (to != null && to.length != keyBytes)) {
            throw new IllegalArgumentException(
                    "the keys of table " + stored.spec().name() + " have " + keyBytes + " bytes");
        }
        this.from = from == null ? null : from.clone();
        this.to = to == null ? null : to.clone();
        whole = !withIndex;
        this.bufferBytes = bufferBytes;
        key = new byte[keyBytes];
        previousKey = new byte[keyBytes];
    }

    @Override
    public boolean next() {
        return ++position < limit || nextBlock();
    }

    /** Moves to the first entry of the next block that has one within the range. */
    private boolean nextBlock() {
        position = 0;
        limit = 0;
        if (closed) {
            throw new IllegalStateException("the cursor is closed");
        }
        IOException before = failure;
        if (before != null) {
            throw new UncheckedIOException(before);
        }
        try {
            while (!ended) {
                byte[] lowest = begun ? null : from;
                if (!begun) {
                    begin();
                }
                if (!readBlock()) {
                    ended = true;
                    return false;
                }
                byte[] end = to;
                int below = end == null ? block.size() : block.lowerBound(end, 0);
                ended = below < block.size();
                position = lowest == null ? 0 : block.lowerBound(lowest, 0);
                if (position < below) {
                    limit = below;
                    return true;
                }
            }
        } catch (IOException e) {
            failure = e;
            throw new UncheckedIOException(e);
        }
        position = 0;
        return false;
    }

    private void begin() throws IOException {
        begun = true;
        bufferAt = stored.offset();
        if (whole) {
            return;
        }
        BlockIndex blocks = table.index();
        index = blocks;
        byte[] lowest = from;
        if (lowest != null && blocks.blocks() > 0) {
            blockNumber = Math.max(0, blocks.blockOf(lowest, 0));
            bufferAt = blocks.offset(blockNumber);
        }
    }

    /** Reads and checks the next block; false at the end of the table. */
    private boolean readBlock() throws IOException {
        long offset = bufferAt + nextBlockAt;
        long left = stored.indexOffset() - offset;
        if (left == 0) {
            checkEnd(offset);
            return false;
        }
        boolean follows = block.size() > 0;
        if (follows) {
            block.key(block.size() - 1, previousKey);
        }
        fill((int) Math.min(left, RunFormat.BLOCK_HEADER_BYTES));
        int length = left < RunFormat.BLOCK_HEADER_BYTES ? -1 : block.blockBytes(buffer, nextBlockAt);
        if (length < 0 || length > left) {
            throw damaged(offset, "no block begins here");
        }
        fill(length);
        int at = nextBlockAt;
        String problem = block.decode(buffer, at, length, offset);
        if (!problem.isEmpty()) {
            throw damaged(offset, problem);
        }
        if (follows && block.compareKey(0, previousKey, 0) <= 0) {
            throw damaged(offset, "the block's keys are not above those of the block before");
        }
        BlockIndex blocks = index;
        if (blocks != null) {
            block.key(0, key);
            blocks.check(table.channel().file(), blockNumber, offset, length, PackedBytes.getInt(buffer, at), key);
        } else {
            System.arraycopy(buffer, at, checksum, 0, checksum.length);
            blockChecksums.update(checksum);
        }
        blockNumber++;
        entriesRead += block.size();
        nextBlockAt = at + length;
        return true;
    }

    /** Checks the whole table at its end: no block is missing or exchanged. */
    private void checkEnd(long offset) throws RunFormatException {
        if (whole
                && (entriesRead != stored.summary().entryCount()
                        || blockNumber != stored.summary().blockCount()
                        || (int) blockChecksums.getValue() != stored.blocksChecksum())) {
            throw damaged(
                    offset, "the blocks of table " + stored.spec().name() + " are not those that the footer names");
        }
        if (blockNumber > 0 && block.size() > 0) {
            block.key(block.size() - 1, key);
            if (!Arrays.equals(key, stored.summary().lastKey())) {
                throw damaged(offset, "the last key is not the one that the footer names");
            }
        }
    }

    private RunFormatException damaged(long offset, String problem) {
        return new RunFormatException(table.channel().file(), offset, problem);
    }

    /** Reads until the buffer has this many bytes from {@code nextBlockAt} on; the table has at least as many. */
    private void fill(int wanted) throws IOException {
        int kept = buffered - nextBlockAt;
        if (kept >= wanted) {
            return;
        }
        bufferAt += nextBlockAt;
        long left = stored.indexOffset() - bufferAt;
        int room = (int) Math.min(left, Math.max(bufferBytes, block.maxBlockBytes()));
        byte[] old = buffer;
        if (buffer.length < room + RunFormat.SLACK_BYTES) {
            buffer = new byte[room + RunFormat.SLACK_BYTES];
        }
        System.arraycopy(old, nextBlockAt, buffer, 0, kept);
        nextBlockAt = 0;
        buffered = kept;
        table.channel().read(bufferAt + kept, buffer, kept, room - kept);
        buffered = room;
    }

    @Override
    public byte[] key() {
        block.key(position, key);
        return key;
    }

    @Override
    public long references() {
        return block.references(position);
    }

    @Override
    public int field(int field) {
        return block.field(position, field);
    }

    /** The lead of the key, for unsigned comparison. */
    long lead() {
        return block.lead(position);
    }

    /** Compares the key with another cursor's of keys of the same length. */
    int compareKey(RunCursor other) {
        int order = Long.compareUnsigned(lead(), other.lead());
        return order != 0
                ? order
                : block.compareRest(position, other.block.restSource(), other.block.restAt(other.position));
    }

    /** Compares the key with another of the same length. */
    int compareKey(byte[] other) {
        return block.compareKey(position, other, 0);
    }

    /** Writes the key. */
    void copyKey(byte[] into) {
        block.key(position, into);
    }

    /** Ends the walk and frees the buffer; the file stays open. */
    @Override
    public void close() {
        closed = true;
        position = 0;
        limit = 0;
        buffer = new byte[0];
    }
}
