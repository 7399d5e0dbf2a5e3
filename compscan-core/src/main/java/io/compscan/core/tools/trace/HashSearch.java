package io.compscan.core.tools.trace;

import io.compscan.result.ReadError;
import java.util.Arrays;

/** Looks in a trace for the chunks of one hash. */
final class HashSearch implements TraceVisitor {

    private final HashLengths.Pair wanted;
    private boolean hasOne;
    private boolean hasOther;

    HashSearch(HashLengths.Pair wanted) {
        this.wanted = wanted;
    }

    /** Whether the trace has both lengths. */
    boolean hasBoth() {
        return hasOne && hasOther;
    }

    /** Whether the trace has one of the lengths. */
    boolean hasAny() {
        return hasOne || hasOther;
    }

    private void look(byte[] hashes, int offset, int lengthBytes) {
        int length = wanted.hash().length;
        if (Arrays.equals(wanted.hash(), 0, length, hashes, offset, offset + length)) {
            hasOne |= lengthBytes == wanted.oneBytes();
            hasOther |= lengthBytes == wanted.otherBytes();
        }
    }

    @Override
    public void chunk(byte[] hashes, int offset, int lengthBytes, long references, int[] storedBytes) {
        look(hashes, offset, lengthBytes);
    }

    @Override
    public void write(String disk, long place, byte[] hashes, int offset, int lengthBytes, boolean isZero) {
        look(hashes, offset, lengthBytes);
    }

    @Override
    public void unit(String extension) {}

    @Override
    public void zeros(int lengthBytes, long references) {}

    @Override
    public void error(ReadError error) {}

    @Override
    public void hardLink(long sizeBytes) {}

    @Override
    public void symbolicLink() {}
}
