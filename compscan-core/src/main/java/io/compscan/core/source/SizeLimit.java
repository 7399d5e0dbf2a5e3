package io.compscan.core.source;

import io.compscan.result.ReadError;

/**
 * Hands over what a walk finds, as long as its bytes can be counted. A damaged file system, or one command, makes files of eight exbibytes,
 * and the sum of two of them is no {@code long} any more.
 */
public final class SizeLimit extends ForwardingVisitor {

    /** The most bytes that all names add up to. What is rounded up to a multiple of something is a {@code long}, too. */
    static final long MAX_BYTES = 1L << 62;

    private static final String REASON = "too large: the sizes of all files together may be 4 EiB at most";

    private long bytes;

    /** @param visitor learns of files beyond the limit as errors without bytes */
    public SizeLimit(SourceVisitor visitor) {
        super(visitor);
    }

    private boolean fits(String name, long sizeBytes) {
        if (sizeBytes > MAX_BYTES - bytes) {
            visitor.error(new ReadError(name, ReadError.Kind.UNREADABLE, 0, REASON));
            return false;
        }
        bytes += Math.max(0, sizeBytes);
        return true;
    }

    @Override
    public void unit(Unit unit) throws InterruptedException {
        if (fits(unit.name(), unit.sizeBytes())) {
            visitor.unit(unit);
        }
    }

    @Override
    public void hardLink(long sizeBytes) {
        if (fits("(a further name of a file)", sizeBytes)) {
            visitor.hardLink(sizeBytes);
        }
    }
}
