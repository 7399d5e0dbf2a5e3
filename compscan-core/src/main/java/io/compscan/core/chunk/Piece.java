package io.compscan.core.chunk;

/**
 * A stretch of a unit as it lies in a buffer: a body, and behind it the bytes that a chunk which starts in the body may reach into.
 *
 * <pre>
 *   buffer   ......|=========== body ===========|-- lookahead --|......
 *                  ^ start                      ^ + bodyBytes   ^ + availableBytes
 *   unit           ^ unitOffset
 * </pre>
 *
 * A region is a stretch of a unit without a gap; a unit that was read whole is one region. Chunks never span two regions.
 *
 * @param start where the body starts in the buffer
 * @param bodyBytes length of the body; chunks that start here belong to this piece
 * @param availableBytes length of body and lookahead
 * @param unitOffset where the body starts in the unit
 * @param startsRegion whether a region starts with the body, so that a chunk does too
 * @param endsRegion whether the region ends with the available bytes; otherwise the lookahead is as long as any chunk needs
 */
public record Piece(
        int start, int bodyBytes, int availableBytes, long unitOffset, boolean startsRegion, boolean endsRegion) {}
