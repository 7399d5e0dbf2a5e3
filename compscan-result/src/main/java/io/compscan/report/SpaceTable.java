package io.compscan.report;

import io.compscan.result.SourceSpace;
import io.compscan.result.SourceSpace.Extents;
import io.compscan.result.SourceSpace.FileSystem;
import java.io.IOException;
import java.io.Writer;

/** The table of the space that the data takes on its source now. */
final class SpaceTable {

    private static final CsvTable<Extents> EXTENTS = new CsvTable<Extents>()
            .number("extentCount", Extents::extentCount)
            .number("mappedBytes", Extents::mappedBytes)
            .number("unwrittenBytes", Extents::unwrittenBytes)
            .number("encodedBytes", Extents::encodedBytes)
            .number("inlineBytes", Extents::inlineBytes)
            .number("delayedBytes", Extents::delayedBytes)
            .number("sharedBytes", Extents::sharedBytes)
            .number("encodedSharedBytes", Extents::encodedSharedBytes)
            .number("sharedWithinBytes", Extents::sharedWithinBytes)
            .number("sharedOutsideBytes", Extents::sharedOutsideBytes)
            .number("occupiedBytes", Extents::occupiedBytes);

    private static final CsvTable<FileSystem> FILE_SYSTEMS = new CsvTable<FileSystem>()
            .text("device", FileSystem::device)
            .text("type", FileSystem::type)
            .number("fileCount", FileSystem::fileCount)
            .number("logicalBytes", FileSystem::logicalBytes)
            .number("allocatedBytes", FileSystem::allocatedBytes)
            .all(EXTENTS, FileSystem::extents);

    private SpaceTable() {}

    /** {@code source_space.csv}: one row for each file system of the source; the cells of extents are empty if it does not report them. */
    static void fileSystems(SourceSpace space, Writer out) throws IOException {
        FILE_SYSTEMS.write(space.fileSystems().stream(), out);
    }
}
