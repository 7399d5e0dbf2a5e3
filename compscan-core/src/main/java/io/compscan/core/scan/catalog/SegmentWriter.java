package io.compscan.core.scan.catalog;

import io.compscan.core.scan.catalog.Catalog.Segment;
import io.compscan.core.scan.checkpoint.Bytes;
import io.compscan.core.scan.checkpoint.FrameLog;
import java.io.Closeable;
import java.io.IOException;

/** Writes what this scan reads. A unit is written behind its pieces, so a killed scan leaves no unit without them. Any thread. */
final class SegmentWriter implements Closeable {

    /** A replay adds a frame's chunks to the index at once. */
    private static final int PIECES_FRAME_BYTES = 1 << 18;

    private final int number;
    private final FrameLog pieceLog;
    private final FrameLog unitLog;
    private final Bytes pieces = new Bytes();
    private final Bytes units = new Bytes();
    private byte[] lastName = {};
    private int unitCount;

    SegmentWriter(CatalogDirectory directory) throws IOException {
        number = directory.nextNumber();
        pieceLog = new FrameLog(directory.pieces(number), 0);
        try {
            unitLog = new FrameLog(directory.units(number), 0);
        } catch (IOException e) {
            pieceLog.close();
            throw e;
        }
    }

    /** A number for another unit. */
    synchronized int nextUnit() {
        return unitCount++;
    }

    synchronized void append(Bytes records) throws IOException {
        pieces.put(records.array(), 0, records.size());
        if (pieces.size() >= PIECES_FRAME_BYTES) {
            flushPieces();
        }
    }

    synchronized void append(UnitEntry unit) throws IOException {
        lastName = unit.write(units, lastName);
        if (units.size() >= FrameLog.FRAME_BYTES) {
            flushUnits();
        }
    }

    private void flushPieces() throws IOException {
        if (pieces.size() > 0) {
            pieceLog.append(pieces.array(), pieces.size());
            pieces.clear();
        }
    }

    private void flushUnits() throws IOException {
        flushPieces();
        if (units.size() > 0) {
            unitLog.append(units.array(), units.size());
            units.clear();
            lastName = new byte[0];
        }
    }

    /** Forces everything to the disk. */
    synchronized Segment force() throws IOException {
        flushUnits();
        pieceLog.force();
        unitLog.force();
        return new Segment(number, pieceLog.bytes(), unitLog.bytes(), unitCount);
    }

    @Override
    public synchronized void close() throws IOException {
        try {
            pieceLog.close();
        } finally {
            unitLog.close();
        }
    }
}
