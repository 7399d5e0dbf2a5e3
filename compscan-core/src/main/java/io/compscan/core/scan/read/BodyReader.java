package io.compscan.core.scan.read;

import io.compscan.core.scan.read.Slab.Hole;
import io.compscan.core.scan.read.Slab.UnitPiece;
import io.compscan.core.scan.read.UnitCalls.ReadResult;
import io.compscan.core.scan.read.task.ByteRange;
import io.compscan.core.scan.read.task.Chain;
import io.compscan.core.scan.read.task.Chain.Claim;
import io.compscan.core.scan.read.task.ReadTask;
import io.compscan.core.scan.read.task.ReadTask.Segment;
import io.compscan.core.scan.read.task.StopSignal;
import io.compscan.core.scan.read.task.TaskQueue;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.source.UnitChannel;
import org.jspecify.annotations.Nullable;

/** Takes the next body of a unit whose task passes from thread to thread, and puts the rest back. Belongs to one thread. */
final class BodyReader {

    private final TaskQueue tasks;
    private final SlabGeometry geometry;
    private final UnitCalls calls;
    private final ReadAccounts accounts;
    private final StopSignal stop;

    BodyReader(TaskQueue tasks, SlabGeometry geometry, UnitCalls calls, ReadAccounts accounts, StopSignal stop) {
        this.tasks = tasks;
        this.geometry = geometry;
        this.calls = calls;
        this.accounts = accounts;
        this.stop = stop;
    }

    /**
     * Claims the next body.
     *
     * @return the body to read; null if it is a hole, which the slab then holds, or if the unit ends here
     */
    @Nullable Segment claim(ReadTask.Chained task, Slab slab) throws InterruptedException {
        UnitTicket unit = task.unit();
        Chain chain = task.chain();
        long size = unit.unit().sizeBytes();
        long from = chain.claimedTo();
        if (stop.isStopped()) {
            end(task, slab);
            return null;
        }
        if (from == 0) {
            accounts.file(unit);
        }
        UnitChannel channel = calls.open(unit, size - from);
        if (channel == null) {
            accounts.unread(unit, size - from);
            end(task, slab);
            return null;
        }
        long holeEnd = geometry.holeEnd(calls.nextData(channel, from), size);
        long to = holeEnd > from ? holeEnd : Math.min(size, (from / geometry.bodyBytes() + 1) * geometry.bodyBytes());
        Claim claim = chain.claim(to);
        if (to == size) {
            // The claim takes over the task's hold on the unit.
            tasks.end(task);
        } else {
            unit.retain();
            tasks.putBack(task);
        }
        if (to == holeEnd) {
            addHole(slab, unit, claim, size);
            calls.afterStripe(channel, from, to);
            unit.release();
            return null;
        }
        return new Segment(unit, new ByteRange(from, to), claim);
    }

    /** Ends the task before the unit ends; chunks that earlier claims have begun end here. */
    private void end(ReadTask.Chained task, Slab slab) {
        Chain chain = task.chain();
        long from = chain.claimedTo();
        tasks.end(task);
        if (from > 0) {
            slab.addRegionEnd(task.unit(), geometry.carryBytes(), from);
            slab.setClaim(chain.claim(from), true);
        }
        task.release();
    }

    /** Adds zeros as far as an unfinished chunk may reach into the hole; the chunkers compute the rest of it. */
    private void addHole(Slab slab, UnitTicket unit, Claim claim, long size) {
        int start = geometry.carryBytes();
        int zeros = (int) Math.min(claim.to() - claim.from(), geometry.carryBytes());
        long zerosEnd = claim.from() + zeros;
        slab.fillZeros(start, zeros);
        slab.add(new UnitPiece(unit, start, start + zeros, claim.from(), zerosEnd == size));
        if (zerosEnd < claim.to()) {
            slab.add(new Hole(unit, zerosEnd, claim.to(), claim.to() == size));
        }
        slab.setClaim(claim, true);
        accounts.bytes(unit, claim.to() - claim.from());
    }

    /** Reads the next body of a stream into the slab. */
    void read(ReadTask.Stream task, Slab slab) throws InterruptedException {
        UnitTicket unit = task.unit();
        Chain chain = task.chain();
        long from = chain.claimedTo();
        if (from == 0) {
            accounts.file(unit);
        }
        long unopenedBytes = from == 0 ? unit.unit().packedBytes() : 0;
        UnitChannel channel = calls.open(unit, unopenedBytes);
        if (channel == null) {
            accounts.bytes(unit, unopenedBytes);
        }
        int start = geometry.carryBytes();
        int wanted = geometry.bodyBytes();
        int got = 0;
        if (channel != null && !stop.isStopped()) {
            ReadResult read = calls.read(channel, from, slab, start, wanted, 0, UnitCalls.Blocks.NEVER);
            got = read.bytes();
            if (read.failure() != null) {
                long lost = channel.leftBytes();
                unit.fail(read.failure(), lost);
                accounts.bytes(unit, lost);
            } else if (got < wanted) {
                String remark = channel.remark();
                if (remark != null) {
                    unit.remark(remark);
                }
            }
        }
        boolean ended = got < wanted;
        Claim claim = chain.claim(from + got);
        if (got > 0 || geometry.isChained()) {
            slab.add(new UnitPiece(unit, start, start + got, from, ended));
            accounts.bytes(unit, got);
        }
        if (geometry.isChained()) {
            slab.setClaim(claim, true);
        }
        if (ended) {
            unit.release();
            tasks.end(task);
        } else {
            tasks.putBack(task);
        }
    }
}
