package io.compscan.core.estimate;

import io.compscan.core.statistics.ExtentEstimator;
import io.compscan.core.statistics.Interval;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Estimates for all extents from the table of one scheme at one moment, without regard to other looks.
 *
 * @param table that was looked at
 * @param frame of the extents
 * @param estimator that the looks of this kind need
 * @param zeros all zero bytes
 * @param bytes of all distinct chunks: their lengths, then their stored sizes under each compressor
 */
record TableLook(
        IncidenceTable table, ExtentFrame frame, ExtentEstimator estimator, Interval zeros, List<Interval> bytes) {

    /** Looks, with several threads, at a table to which nobody adds. */
    static TableLook at(IncidenceTable table, ExtentFrame frame, ExtentEstimator estimator) {
        Failed failed = Failed.of(table, frame);
        long unread = failed.unreadBytes(table, frame);
        List<Interval> bytes = IntStream.range(-1, table.kept().compressorCount())
                .parallel()
                .mapToObj(field -> failed.added(
                        table.estimate(estimator, field, failed.readableExtents(), frame.extentBytes(), unread)))
                .toList();
        return new TableLook(table, frame, estimator, zeros(table, frame, failed), bytes);
    }

    private static Interval zeros(IncidenceTable table, ExtentFrame frame, Failed failed) {
        double seen = (double) table.zeroBytes();
        return table.sampledCount() == frame.extentCount()
                ? failed.added(Interval.exact(seen))
                : failed.added(table.zeros(
                        failed.readableExtents(),
                        (double) frame.extentBytes(),
                        Math.max(seen, frame.totalBytes() - failed.bytes())));
    }

    Interval unique() {
        return bytes.get(0);
    }

    /** @param field of the compressor among the stored sizes */
    Interval physical(int field) {
        return bytes.get(field + 1);
    }

    /**
     * What a target system takes for all chunks. What could not be read takes nothing more at least, and its length at most.
     *
     * @param field of the compressor among the stored sizes, -1 if chunks are stored raw
     */
    Interval charge(IncidenceTable.Charge charge, int field) {
        Failed failed = Failed.of(table, frame);
        return failed.added(table.charge(
                estimator,
                charge,
                field,
                failed.readableExtents(),
                frame.extentBytes(),
                failed.unreadBytes(table, frame)));
    }

    /** How many distinct chunks there are in what can be read. */
    Interval chunkCount() {
        Failed failed = Failed.of(table, frame);
        return table.chunkCount(
                estimator, failed.readableExtents(), frame.extentBytes(), failed.unreadBytes(table, frame));
    }

    /** How many references to chunks there are in what can be read, those to zero chunks left out. */
    Interval referenceCount() {
        Failed failed = Failed.of(table, frame);
        return table.referenceCount(
                estimator, failed.readableExtents(), frame.extentBytes(), failed.unreadBytes(table, frame));
    }

    /**
     * Extents that were chosen and could not be read, and bytes that the others lack. They are no random part: often they lie side by side, or
     * are copies of each other. The estimate is therefore one of what is readable; the rest holds nothing new at least, and nothing but new data
     * at most.
     *
     * @param readableExtents of the frame, by the share of those that were chosen
     * @param bytes of the rest
     * @param factor from what is readable to all
     */
    private record Failed(long readableExtents, double bytes, double factor) {

        static Failed of(IncidenceTable table, ExtentFrame frame) {
            long sampled = table.sampledCount();
            double share = (double) table.unreadCount() / Math.max(1, sampled + table.unreadCount());
            long readable = Math.max(sampled, Math.round(frame.extentCount() * (1 - share)));
            double lost = (double) table.lostBytes();
            double all = share + (1 - share) * (lost / Math.max(1, table.readBytes() + lost));
            return new Failed(readable, all * frame.totalBytes(), all < 1 ? 1 / (1 - all) : 1);
        }

        long unreadBytes(IncidenceTable table, ExtentFrame frame) {
            return Math.round(Math.max(0, frame.totalBytes() - table.readBytes() - bytes));
        }

        Interval added(Interval readable) {
            double high = readable.high() + bytes;
            return new Interval(Math.min(high, readable.value() * factor), readable.low(), high);
        }
    }
}
