package io.compscan.cli.file;

import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.scan.catalog.CatalogDirectory;
import io.compscan.core.scan.catalog.CatalogException;
import io.compscan.core.source.PathName;
import io.compscan.report.ResultFormatException;
import io.compscan.report.ResultJson;
import io.compscan.result.ScanResult;
import io.compscan.result.history.HistoryResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A result that an earlier scan has written, or the last one of a catalog. */
public final class ResultFile {

    private ResultFile() {}

    /** The document itself, where a directory that a scan has written stands for it. */
    public static Path document(Path place) {
        return Files.isDirectory(place) ? place.resolve("result.json") : place;
    }

    /**
     * Refuses an output that would replace the result which it is made from.
     *
     * @param option the option that names it
     */
    public static void refuseAsOutput(Path place, String option, Path output) throws CommandFailure {
        if (Files.exists(output) && SetInputs.identity(output).equals(SetInputs.identity(document(place)))) {
            throw new CommandFailure(
                    ExitCode.FAILED, option + ": " + PathName.of(output) + " is the result that is read");
        }
    }

    /**
     * Reads it.
     *
     * @param place a result.json, the directory that a scan has written it to, or a catalog
     */
    public static ScanResult read(Path place) throws CommandFailure {
        if (CatalogDirectory.isAt(place)) {
            return ofCatalog(place, CatalogDirectory::result);
        }
        Path document = document(place);
        FileKind kind =
                Files.isRegularFile(document) && Files.isReadable(document) ? FileKind.of(document) : FileKind.JSON;
        if (kind == FileKind.SET) {
            throw FileKind.failure(
                    document, "a fingerprint set; to show it, type: compscan report " + PathName.of(document));
        }
        if (kind == FileKind.OTHER) {
            throw FileKind.failure(
                    document, "is not a result; give it the result.json or the directory of 'compscan scan --out'");
        }
        try {
            return ResultJson.read(document);
        } catch (ResultFormatException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw SetInputs.failure(PathName.of(document), e);
        }
    }

    /** The scans of a catalog; null if the place is none. */
    public static @Nullable HistoryResult history(Path place) throws CommandFailure {
        return CatalogDirectory.isAt(place) ? ofCatalog(place, CatalogDirectory::history) : null;
    }

    /** Reads a part of a catalog. */
    @FunctionalInterface
    private interface Reading<T> {
        T of(Path catalog) throws IOException;
    }

    private static <T> T ofCatalog(Path place, Reading<T> reading) throws CommandFailure {
        try {
            return reading.of(place);
        } catch (CatalogException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw SetInputs.failure(PathName.of(place), e);
        }
    }
}
