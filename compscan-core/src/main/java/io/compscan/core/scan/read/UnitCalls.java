package io.compscan.core.scan.read;

import io.compscan.core.scan.read.task.ThreadState;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.source.FileSample;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * All calls that one reader makes into units. A device may never answer, so the scan may detach the reader in any of them; each method
 * then throws {@link InterruptedException} and the reader leaves. Belongs to one thread.
 */
final class UnitCalls {

    /** The JDK reads through a buffer outside the heap; this much of it stays in the second-level cache until it is copied. */
    private static final int MAX_READ_BYTES = 1 << 18;

    private final SlabGeometry geometry;
    private final Throttle throttle;
    private final ReadCounters counters;
    private final ThreadState state;

    UnitCalls(SlabGeometry geometry, Throttle throttle, ReadCounters counters, ThreadState state) {
        this.geometry = geometry;
        this.throttle = throttle;
        this.counters = counters;
        this.state = state;
    }

    /**
     * The outcome of a read.
     *
     * @param bytes how many bytes were read
     * @param failure the error that ended the read; null if the request or the unit ended
     */
    record ReadResult(int bytes, @Nullable IOException failure) {}

    /** The unit's channel; null if the unit cannot be opened, in which case {@code unreadBytes} are noted as unread. */
    @Nullable UnitChannel open(UnitTicket unit, long unreadBytes) throws InterruptedException {
        try {
            UnitChannel channel = state.call(unit::channel);
            learn(unit);
            return channel;
        } catch (IOException e) {
            unit.fail(e, unreadBytes);
            return null;
        }
    }

    /** The present version of the unit. */
    UnitVersion version(UnitTicket unit) throws InterruptedException {
        state.block();
        try {
            return unit.unit().version();
        } finally {
            state.unblock();
        }
    }

    /** Closes a unit that has been read. */
    void close(UnitTicket unit) throws InterruptedException {
        state.block();
        try {
            unit.close();
        } finally {
            state.unblock();
        }
    }

    /** Learns what decides about the chunks of a file, before any of its bytes reaches a slab. */
    private void learn(UnitTicket unit) throws IOException, InterruptedException {
        long fileBytes = unit.unit().fileBytes();
        boolean samples = fileBytes > geometry.sampledFileBytes() && !unit.hasSample();
        boolean asksForHoles = fileBytes > geometry.sparseFileBytes();
        if (!samples && !asksForHoles) {
            return;
        }
        state.block();
        try {
            if (samples) {
                throttle.await(FileSample.readBytes(fileBytes));
                unit.sampleFile();
            }
            if (asksForHoles) {
                unit.askForHoles();
            }
        } finally {
            state.unblock();
        }
    }

    /** How a read goes on where it fails. */
    enum Blocks {
        /** Not at all: a stream has no bytes to read again, and might take the try for its end. */
        NEVER,
        /** The blocks of a long read that has failed are tried one at a time. */
        AFTER_FAILURE,
        /** The first block is tried alone at once, because the one before it cannot be read. */
        FIRST
    }

    /**
     * Reads into a slab until the request or the unit ends, or an error stops it. Where the blocks of a long read are tried one at a time,
     * an error stands for one block, and all before that block has been read.
     *
     * @param offset where in the slab
     * @param length how many bytes are wanted
     * @param beyond how many more are asked for, only to learn whether they exist
     */
    ReadResult read(UnitChannel channel, long from, Slab slab, int offset, int length, int beyond, Blocks blocks)
            throws InterruptedException {
        ByteBuffer mirror = slab.mirror();
        int done = 0;
        long singleTo = blocks == Blocks.FIRST ? BadSectors.blockEnd(from) : from;
        IOException failure = null;
        state.block();
        try {
            while (done < length + beyond && failure == null) {
                long position = from + done;
                int block = (int) (BadSectors.blockEnd(position) - position);
                int most = position < singleTo ? Math.min(block, MAX_READ_BYTES) : MAX_READ_BYTES;
                int step = throttle.step(Math.min(length + beyond - done, most));
                throttle.await(step);
                int got = 0;
                try {
                    got = mirror == null
                            ? channel.read(position, slab.data, offset + done, step)
                            : channel.read(position, slab.data, offset + done, step, mirror);
                } catch (IOException e) {
                    if (step <= block || blocks == Blocks.NEVER) {
                        failure = e;
                    } else {
                        singleTo = position + step;
                        continue;
                    }
                } finally {
                    throttle.giveBack(step - Math.max(0, got));
                }
                if (got < 0) {
                    break;
                }
                done += got;
                if (got < step && done >= length) {
                    // A short read behind all that is wanted is the end; no further call has to confirm it.
                    break;
                }
            }
        } finally {
            state.unblock();
        }
        counters.addRead(done);
        return new ReadResult(done, failure);
    }

    /**
     * Tries where to read on behind a block that cannot be read.
     *
     * @param position a position in that block
     * @param end the end of what is to be read; the result is not beyond it
     * @param inARow the number of errors in a row, this one included
     */
    long endOfBadSectors(UnitTicket unit, UnitChannel channel, long position, long end, int inARow)
            throws InterruptedException {
        boolean isHopeless = unit.readFailed();
        byte[] block = new byte[BadSectors.SECTOR_BYTES];
        return BadSectors.end(position, end, inARow, isHopeless, at -> {
            boolean canRead = canRead(channel, at, block);
            if (canRead) {
                unit.readSucceeded();
            } else {
                unit.readFailed();
            }
            return canRead;
        });
    }

    /** Whether the block at a position can be read; the end of a unit counts as readable. */
    private boolean canRead(UnitChannel channel, long position, byte[] block) throws InterruptedException {
        throttle.await(block.length);
        state.block();
        try {
            channel.read(position, block, 0, block.length);
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            state.unblock();
        }
    }

    /** The first position from {@code from} on that is not known to lie in a hole; {@code from} if the unit cannot tell. */
    long nextData(UnitChannel channel, long from) throws InterruptedException {
        try {
            return state.call(() -> channel.nextData(from));
        } catch (IOException e) {
            return from;
        }
    }

    /** See {@link UnitChannel#beforeStripe}. */
    void beforeStripe(UnitChannel channel, long from, long to) throws InterruptedException {
        state.block();
        try {
            channel.beforeStripe(from, to);
        } finally {
            state.unblock();
        }
    }

    /** See {@link UnitChannel#afterStripe}. */
    void afterStripe(UnitChannel channel, long from, long to) throws InterruptedException {
        state.block();
        try {
            channel.afterStripe(from, to);
        } finally {
            state.unblock();
        }
    }
}
