package io.compscan.core.tools.duplicate;

import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import io.compscan.result.duplicate.Duplicates;
import io.compscan.result.duplicate.Duplicates.Chunk;
import io.compscan.result.duplicate.Duplicates.Origin;
import io.compscan.result.duplicate.Duplicates.Sharing;
import io.compscan.result.duplicate.Duplicates.Summary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts the duplicates together with the facts of the scan itself. */
final class Document {

    private Document() {}

    /** The document. Null stands for something unknown. */
    static Duplicates of(
            ScanResult result,
            Origin origin,
            Layout layout,
            @Nullable Long repeatedChunkCount,
            @Nullable List<Chunk> chunks,
            FileCopies.@Nullable Found files,
            @Nullable Sharing directories) {
        return new Duplicates(
                Duplicates.FORMAT,
                Duplicates.VERSION,
                result.settings().toolVersion(),
                origin,
                result.settings().paths(),
                layout.chunking(),
                layout.fingerprint(),
                result.partial(),
                new Summary(
                        result.totals().scannedBytes(),
                        layout.nonZeroBytes(),
                        layout.uniqueBytes(),
                        layout.duplicateBytes(),
                        layout.uniqueChunkCount(),
                        repeatedChunkCount,
                        files == null ? null : files.fileCount(),
                        files == null ? null : files.bytes(),
                        layout.method()),
                chunks,
                files == null ? null : files.groups(),
                directories,
                result.errors());
    }
}
