package io.compscan.core.chunk;

/**
 * A stretch of a unit as it lies in a buffer: what an earlier slab has left unfinished, and behind it what was read now.
 *
 * <pre>
 *   buffer   ......|-- unfinished --|====== read now ======|......
 *                  ^ start          ^ scannedFrom          ^ end
 *   unit           ^ unitOffset
 * </pre>
 *
 * A region is a stretch of a unit without a gap; a unit that was read whole is one region. Chunks never span two regions.
 *
 * @param start where the unfinished chunk starts in the buffer
 * @param scannedFrom where the bytes start that nobody has seen before
 * @param end where the piece ends in the buffer
 * @param unitOffset where {@code start} lies in the unit
 * @param endsRegion whether the region ends with the piece; then nothing is left unfinished
 */
public record CutRange(int start, int scannedFrom, int end, long unitOffset, boolean endsRegion) {}
