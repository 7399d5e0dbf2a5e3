package io.compscan.image.nbd;

/**
 * The outcome of the handshake between a server and its client.
 *
 * @param sizeBytes the size of the disk
 * @param isShared whether several connections may read at the same time
 * @param isStructured whether answers come in chunks
 * @param zerosContext the number under which the server tells which bytes are zeros; negative if it does not
 * @param leastBytes requests begin and end at multiples of this
 * @param mostBytes the longest request
 */
record NbdExport(
        long sizeBytes, boolean isShared, boolean isStructured, int zerosContext, int leastBytes, int mostBytes) {

    boolean tellsZeros() {
        return zerosContext >= 0;
    }

    /** Whether requests for the other export may go to this one. */
    boolean hasDiskOf(NbdExport other) {
        return sizeBytes == other.sizeBytes && leastBytes <= other.leastBytes && mostBytes >= other.mostBytes;
    }
}
