package io.compscan.core.set;

import io.compscan.core.fingerprint.Salt;
import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.KeptSample;
import io.compscan.map.RunWriter;
import io.compscan.report.OutputException;
import io.compscan.report.OutputFile;
import io.compscan.report.SetJson;
import io.compscan.result.ScanResult;
import io.compscan.result.set.SetMetadata;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a fingerprint set, as a visitor of a scan or a merge.
 *
 * <p>{@link #create} finds out before hours of reading whether the file can be written. A later failure does not disturb the scan: {@link
 * #finish} reports it and leaves no file.
 */
public final class SetWriter implements AutoCloseable {

    private final OutputFile file;
    private final List<Scheme> schemes;
    private final int fingerprintBytes;
    private final String saltId;

    /** The scheme whose table is open, -1 before the first. */
    private int scheme = -1;

    private boolean isFullTable;
    /** Which chunks the open table holds; null for all of them. */
    private @Nullable KeptSample sample;
    /** Null before the first scheme: the file may lie below a scanned path, so it does not exist until the reading is over. */
    private @Nullable RunWriter run;

    private @Nullable IOException failure;

    private SetWriter(OutputFile file, List<Scheme> schemes, int fingerprintBytes, String saltId) {
        this.file = file;
        this.schemes = schemes;
        this.fingerprintBytes = fingerprintBytes;
        this.saltId = saltId;
    }

    /**
     * A writer for the chunks that a scan of these schemes finds.
     *
     * @param overwrite whether a file that exists may be replaced
     * @throws OutputException if it cannot be written
     */
    public static SetWriter create(Path place, boolean overwrite, Schemes schemes) throws OutputException {
        Salt salt = schemes.fingerprint().salt();
        return create(
                place, overwrite, schemes.all(), schemes.fingerprint().digestBytes(), salt == null ? "" : salt.id());
    }

    /**
     * A writer for chunks whose fingerprints another program has taken, without a salt.
     *
     * @param overwrite whether a file that exists may be replaced
     * @param fingerprintBytes the length of a fingerprint
     * @throws OutputException if it cannot be written
     */
    public static SetWriter create(Path place, boolean overwrite, List<Scheme> schemes, int fingerprintBytes)
            throws OutputException {
        return create(place, overwrite, schemes, fingerprintBytes, "");
    }

    static SetWriter create(Path place, boolean overwrite, List<Scheme> schemes, int fingerprintBytes, String saltId)
            throws OutputException {
        OutputFile file = OutputFile.run(place, overwrite);
        file.requireWritable();
        return new SetWriter(file, schemes, fingerprintBytes, saltId);
    }

    /** The visitor of the chunks of a scheme; asked for scheme by scheme, each when the one before is done. */
    public DistinctChunkVisitor scheme(int number) {
        return new Chunks(number);
    }

    private void begin(RunWriter writer, @Nullable KeptSample newSample, boolean isFull) {
        writer.beginTable(SchemeTables.table(schemes.get(scheme), fingerprintBytes, saltId, isFull, newSample));
        sample = newSample;
        isFullTable = isFull;
    }

    /** Writes the tables of one scheme. */
    private final class Chunks implements DistinctChunkVisitor {
        private final int number;
        private final int fullBytes;
        private final int[] fields;

        Chunks(int number) {
            this.number = number;
            Scheme spec = schemes.get(number);
            fullBytes = spec.maxChunkBytes();
            fields = new int[spec.sizedCompressors().size() + 1];
        }

        @Override
        public void begin(@Nullable KeptSample newSample) {
            try {
                RunWriter writer = run == null ? RunWriter.create(file.temporary()) : run;
                run = writer;
                endScheme(writer);
                scheme = number;
                SetWriter.this.begin(writer, newSample, true);
            } catch (IOException e) {
                fail(e);
            }
        }

        @Override
        public void visit(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes) {
            if (scheme != number) {
                begin(null);
            }
            RunWriter writer = run;
            if (failure != null || writer == null) {
                return;
            }
            try {
                boolean isFull = lengthBytes == fullBytes;
                if (isFull != isFullTable) {
                    writer.endTable();
                    SetWriter.this.begin(writer, sample, isFull);
                }
                fields[0] = lengthBytes;
                System.arraycopy(storedBytes, 0, fields, isFull ? 0 : 1, storedBytes.length);
                int offset = sample == null ? 0 : fingerprint.length - Long.BYTES;
                writer.append(fingerprint, offset, references, fields);
            } catch (IOException e) {
                fail(e);
            }
        }
    }

    /** Ends both tables of a scheme; a scheme has both, even empty ones. */
    private void endScheme(RunWriter writer) throws IOException {
        if (scheme < 0 || failure != null) {
            return;
        }
        writer.endTable();
        if (isFullTable) {
            begin(writer, sample, false);
            writer.endTable();
        }
    }

    private void fail(IOException e) {
        if (failure == null) {
            failure = e;
        }
    }

    /**
     * Completes the file and puts it in its place.
     *
     * @param sums with superblocks for each compressor
     * @param hosts the names of the scanned machines; if the fingerprints are keyed, the set keeps neither them nor any path, nor the order
     *     of the data
     * @throws OutputException if the file could not be written, now or before
     */
    public void finish(ScanResult result, ReferenceSums sums, List<String> hosts, Instant now) throws OutputException {
        boolean withhold = !saltId.isEmpty();
        SetMetadata metadata = new SetMetadata(
                withhold ? List.of() : hosts,
                now,
                saltId,
                sums.superblocks(),
                withhold ? List.of() : saved(sums),
                withhold ? withoutPaths(result) : result);
        RunWriter writer = run;
        try {
            if (failure != null) {
                throw failure;
            }
            if (writer == null) {
                throw new IllegalStateException("no scheme was written");
            }
            endScheme(writer);
            writer.finish(SetJson.bytes(metadata));
            writer.close();
        } catch (IOException e) {
            throw new OutputException(file.place(), e);
        }
        file.moveIntoPlace();
    }

    private static List<SetMetadata.Arrivals> saved(ReferenceSums sums) {
        return sums.savedArrivals().entrySet().stream()
                .map(sample -> new SetMetadata.Arrivals(sample.getKey(), sample.getValue()))
                .toList();
    }

    private static ScanResult withoutPaths(ScanResult result) {
        return new ScanResult(
                        result.settings().withoutPaths(),
                        result.partial(),
                        result.totals(),
                        result.layouts(),
                        result.types(),
                        List.of(),
                        List.of(),
                        result.timing().withOrigin(null))
                .withProfiles(result.profiles());
    }

    /** Removes the file unless {@link #finish} has completed it. */
    @Override
    public void close() {
        try {
            if (run != null) {
                run.close();
            }
        } catch (IOException e) {
            // The file is of no use.
        } finally {
            file.close();
        }
    }
}
