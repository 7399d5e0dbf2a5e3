package io.compscan.core.set;

import io.compscan.core.fold.Scheme;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.report.EntryReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Writes the entries of a set for a person or another program. */
public final class SetExport {

    private SetExport() {}

    /**
     * Writes every entry, scheme by scheme, in the order of an index.
     *
     * @throws IOException if the set cannot be read or is damaged, or the report fails
     */
    public static void write(FingerprintSet set, EntryReport report) throws IOException {
        for (int i = 0; i < set.schemes().size(); i++) {
            Scheme scheme = set.schemes().get(i);
            report.layout(scheme.chunking(), scheme.fingerprint(), scheme.sizedCompressors());
            JoinedSets.forEach(List.of(set), i, (chunk, lengthBytes, storedBytes) -> {
                try {
                    report.entry(chunk.key(), chunk.references(), lengthBytes, storedBytes);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        report.end();
    }

    /**
     * Shows every chunk of a scheme to a visitor, in the order of an index.
     *
     * @throws SetFormatException if the set holds a sample of its chunks
     * @throws IOException if it cannot be read or is damaged
     */
    public static void visit(FingerprintSet set, int scheme, DistinctChunkVisitor visitor) throws IOException {
        if (set.sample(scheme) != null) {
            throw new SetFormatException(set.path() + ": holds a sample of the chunks; scan without --index");
        }
        JoinedSets.forEach(
                List.of(set),
                scheme,
                (chunk, lengthBytes, storedBytes) ->
                        visitor.visit(chunk.key(), chunk.references(), lengthBytes, storedBytes));
    }
}
