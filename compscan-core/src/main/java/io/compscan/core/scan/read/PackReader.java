package io.compscan.core.scan.read;

import io.compscan.core.scan.read.Slab.UnitPiece;
import io.compscan.core.scan.read.UnitCalls.ReadResult;
import io.compscan.core.scan.read.task.ByteRange;
import io.compscan.core.scan.read.task.Chain;
import io.compscan.core.scan.read.task.ReadTask;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.source.UnitChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Reads small units whole, many into one slab. Belongs to one thread. */
final class PackReader {

    private final SlabGeometry geometry;
    private final UnitCalls calls;
    private final ReadAccounts accounts;
    /** Units that could not be read in one go; they are read again, with the care that large units get. */
    private final Deque<ReadTask.Segment> damaged = new ArrayDeque<>();

    PackReader(SlabGeometry geometry, UnitCalls calls, ReadAccounts accounts) {
        this.geometry = geometry;
        this.calls = calls;
        this.accounts = accounts;
    }

    /** Reads the unit behind the bytes in the slab. A damaged unit goes to {@link #takeDamaged} instead. */
    void read(UnitTicket unit, Slab slab) throws InterruptedException {
        int size = (int) unit.unit().sizeBytes();
        int body = 0;
        UnitChannel channel = null;
        if (size > 0) {
            channel = calls.open(unit, size);
        } else if (calls.version(unit).sizeBytes() > 0) {
            unit.grew();
        }
        if (channel != null) {
            int start = slab.usedBytes();
            // One byte more than there should be shows that a file has grown, without another call.
            ReadResult read = calls.read(channel, 0, slab, start, size, 1, UnitCalls.Blocks.AFTER_FAILURE);
            if (read.failure() != null) {
                unit.retain();
                Chain.Claim claim = geometry.isChained() ? new Chain(geometry.chunkerCount()).claim(size) : null;
                damaged.add(new ReadTask.Segment(unit, new ByteRange(0, size), claim));
                return;
            }
            body = Math.min(read.bytes(), size);
            if (read.bytes() > size) {
                unit.grew();
            } else if (body < size) {
                unit.endedEarly(size - body);
            }
            // A slab waits with hundreds of units, and a process may have few open files.
            calls.close(unit);
            if (body > 0) {
                slab.add(new UnitPiece(unit, start, start + body, 0, true));
            }
        }
        accounts.file(unit);
        accounts.bytes(unit, size);
        accounts.givenUp(size - body);
    }

    /** The next damaged unit, to be read as a segment; null if there is none. */
    ReadTask.@Nullable Segment takeDamaged() {
        return damaged.poll();
    }
}
