package io.compscan.cli.option;

import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.ByteSize;
import io.compscan.core.Versions;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.catalog.CatalogDirectory;
import io.compscan.core.scan.catalog.CatalogException;
import io.compscan.core.scan.catalog.CatalogPlan;
import io.compscan.core.source.Source;
import io.compscan.result.ScanSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of a scan that remembers what it has read. */
public final class CatalogMixin {

    private static final String CATALOG = "--catalog";
    private static final long TIB = 1L << 40;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Traits(heading = Heading.RESUMING, rank = 3)
    @Option(
            names = CATALOG,
            paramLabel = "DIR",
            converter = Converters.Output.class,
            description = "Remember files in DIR; read only changes next time.")
    private @Nullable Path directory;

    @Traits(heading = Heading.RESUMING, rank = 4, rare = true)
    @Option(
            names = "--verify",
            paramLabel = "PERCENT",
            converter = Converters.Percent.class,
            description = "Of the unchanged files in a catalog, read so many all the same, at random, and compare them,"
                    + " such as 1%%.")
    private @Nullable Double verified;

    /** The directory of the catalog; null if there is none. */
    public @Nullable Path directory() {
        return directory;
    }

    /** Refuses options that do not go with a catalog. */
    public void check(Source source, IndexMixin index, boolean hasCheckpoints, boolean isPerFile) {
        if (directory == null) {
            if (verified != null) {
                throw usage("--verify goes with --catalog");
            }
            return;
        }
        if (!source.isRepeatable()) {
            throw usage(CATALOG + ": what comes through a pipe cannot be found again");
        }
        if (hasCheckpoints) {
            throw usage(CATALOG + " and --checkpoint exclude each other: a scan with a catalog goes on by itself");
        }
        if (isPerFile) {
            throw usage(CATALOG + " and --per-file exclude each other");
        }
        index.refuseAuto(CATALOG);
    }

    /** The name of the fingerprints in the catalog; null if there are none. */
    public @Nullable String fingerprint() {
        return directory == null ? null : CatalogDirectory.fingerprint(directory);
    }

    /** Opens the catalog, if the options name one; its owner closes it. */
    public @Nullable CatalogDirectory open() throws CommandFailure {
        try {
            return directory == null ? null : CatalogDirectory.open(directory);
        } catch (CatalogException e) {
            throw new CommandFailure(ExitCode.FAILED, CATALOG + ": " + e.getMessage());
        }
    }

    /** The request with the catalog; null for none. */
    public ScanRequest on(ScanRequest request, @Nullable CatalogDirectory opened, Consumer<String> talk) {
        if (opened == null) {
            return request;
        }
        double share = verified == null ? 0 : verified;
        ScanRequest with;
        try {
            with = request.withCatalog(
                    new CatalogPlan(opened, Versions.compscan(), share, false, talk, Clock.systemUTC()));
        } catch (IllegalArgumentException e) {
            throw usage(CATALOG + ": " + e.getMessage());
        }
        ScanSettings settings = request.settings();
        if (opened.last() == null && settings != null && settings.index() == null) {
            talk.accept(CATALOG + ": takes up to "
                    + ByteSize.format(bytesPerTib(request.options().schemes()))
                    + " of disk for each TiB of data, and some 60 bytes for each file");
        }
        return with;
    }

    /** What the catalog takes of a TiB of data without zeros. */
    private static long bytesPerTib(Schemes schemes) {
        return schemes.all().stream()
                .mapToLong(scheme -> schemes.fingerprint().digestBytes() * TIB / scheme.expectedChunkBytes())
                .sum();
    }

    private ParameterException usage(String line) {
        return new ParameterException(command.commandLine(), line);
    }
}
