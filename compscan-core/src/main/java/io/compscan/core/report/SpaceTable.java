package io.compscan.core.report;

import io.compscan.core.result.SourceSpace;
import io.compscan.core.result.SourceSpace.Extents;
import java.io.IOException;
import java.io.Writer;

/** The table of the space that the data takes on its source now. */
final class SpaceTable {

    private static final int EXTENT_COLUMNS = 11;

    private SpaceTable() {}

    /** {@code source_space.csv}: one row for each file system of the source; the cells of extents are empty if it does not report them. */
    static void fileSystems(SourceSpace space, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("device", "type", "fileCount", "logicalBytes", "allocatedBytes")
                .text("extentCount", "mappedBytes", "unwrittenBytes", "encodedBytes", "inlineBytes", "delayedBytes")
                .text("sharedBytes", "encodedSharedBytes", "sharedWithinBytes", "sharedOutsideBytes", "occupiedBytes")
                .end();
        for (SourceSpace.FileSystem row : space.fileSystems()) {
            table.text(row.device(), row.type())
                    .number(row.fileCount())
                    .number(row.logicalBytes())
                    .number(row.allocatedBytes());
            Extents extents = row.extents();
            if (extents == null) {
                for (int i = 0; i < EXTENT_COLUMNS; i++) {
                    table.text("");
                }
            } else {
                table.number(extents.extentCount())
                        .number(extents.mappedBytes())
                        .number(extents.unwrittenBytes())
                        .number(extents.encodedBytes())
                        .number(extents.inlineBytes())
                        .number(extents.delayedBytes())
                        .number(extents.sharedBytes())
                        .number(extents.encodedSharedBytes())
                        .number(extents.sharedWithinBytes())
                        .number(extents.sharedOutsideBytes())
                        .number(extents.occupiedBytes());
            }
            table.end();
        }
        table.flush();
    }
}
