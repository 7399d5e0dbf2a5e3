package io.compscan.cli;

import io.compscan.cli.file.HtmlOutput;
import io.compscan.cli.file.SetInputs;
import io.compscan.cli.file.StandardInput;
import io.compscan.cli.option.ScanOrigin;
import io.compscan.cli.option.ScanOutputMixin;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Message;
import io.compscan.core.Versions;
import io.compscan.core.scan.AvailableMemory;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.SpillSpace;
import io.compscan.core.set.SetWriter;
import io.compscan.core.source.PathName;
import io.compscan.core.tools.trace.TraceFormat;
import io.compscan.core.tools.trace.TraceImport;
import io.compscan.core.tools.trace.TraceImport.Metadata;
import io.compscan.core.tools.trace.TraceScheme;
import io.compscan.report.Figures;
import io.compscan.report.OutputDirectory;
import io.compscan.result.set.Imported;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compscan import}. */
@Command(
        name = "import",
        description = "Computes deduplication from traces of fingerprints and backup indexes of other programs.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  compscan import fs-hasher homes-2012-01-01.hash --save homes.fpr",
            "  compscan import proxmox vm/100/*/drive-scsi0.img.fidx",
            "  compscan import borg ~/.cache/borg/*/chunks",
            "  (restic cat config; restic list index | xargs -n1 restic cat index) > repo.json",
            "  compscan import restic repo.json --save repo.fpr",
            "  zdb -DDDDD tank | compscan import zfs /dev/stdin",
            "  zcat mail-01.gz | compscan import fiu /dev/stdin"
        })
final class ImportCommand implements Callable<Integer> {

    private static final long LEAST_INDEX_BYTES = 8 << 20;

    @Spec
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "FORMAT",
            description = "fs-hasher, fiu (every write), fiu-final (the last write to each place), proxmox (.fidx,"
                    + " .didx), casync (.caibx, .caidx), borg (the file chunks of a cache), zfs (zdb -DDDDD) or restic (restic cat config, restic cat"
                    + " index).")
    private String format = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE",
            description = "Files of this format, cut and fingerprinted alike.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private ScanOutputMixin output;

    @Override
    public Integer call() throws CommandFailure, ScanException {
        output.check();
        TraceFormat chosen = TraceFormat.named(format);
        if (chosen == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "FORMAT '" + PathName.of(format) + "': not one of " + String.join(", ", TraceFormat.labels()));
        }
        for (Path file : files) {
            if (StandardInput.isAt(file)) {
                StandardInput.requireOpen(PathName.of(file));
            }
        }
        long budgetBytes = Math.max(LEAST_INDEX_BYTES, AvailableMemory.bytes() / 2);
        IndexMemory memory =
                new IndexMemory(budgetBytes, IndexMemory.DEFAULT_MAP_LIST_SIZE, SpillSpace.temporary(Long.MAX_VALUE));
        try (TraceImport traces = TraceImport.open(chosen, files, memory)) {
            return run(traces);
        } catch (IOException e) {
            throw SetInputs.failure(e);
        }
    }

    private int run(TraceImport traces) throws CommandFailure, IOException {
        TraceScheme scheme = traces.scheme();
        try (OutputDirectory outputs = output.prepareDirectory(false);
                SetWriter set = output.prepareSet(List.of(scheme.scheme()), scheme.fingerprintBytes());
                HtmlOutput page = output.preparePage(false)) {
            ScanOutcome outcome = traces.run(Versions.compscan(), set == null ? null : set.scheme(0))
                    .withOrigin(ScanOrigin.now("import", arguments()));
            output.deliver(outcome, outputs, page, set, spec.commandLine().getOut());
            tellFalseDuplicates(traces);
            if (!output.isQuiet()) {
                tellMetadata(traces);
                tellNextBackup(outcome);
            }
            return ExitCode.of(outcome, output.savesSet());
        }
    }

    private List<String> arguments() {
        List<String> words = new ArrayList<>(List.of(format));
        files.forEach(file -> words.add(file.toString()));
        return words;
    }

    /** A list of distinct chunks beside its metadata. */
    private void tellMetadata(TraceImport traces) {
        Metadata trees = traces.metadata();
        if (trees == null) {
            return;
        }
        say("not counted: " + Figures.count(trees.count(), "tree", "trees") + " of " + Figures.human(trees.bytes())
                + ", stored in " + Figures.human(trees.storedBytes()) + ": metadata of directories");
    }

    /** The scan whose set compares with this one. */
    private void tellNextBackup(ScanOutcome outcome) {
        Imported index = Imported.of(outcome.result());
        if (output.savesSet() && index != null && index.isRepository() && index.refusal() == null) {
            say("what the next backup adds: " + index.scanCommand() + ", and then compscan diff of both sets");
            if (!index.isPlain()) {
                say("an encrypted backup has keyed digests, which no scan has; its manifest has the crypt-mode");
            }
        }
    }

    private void say(String line) {
        Message.say(spec.commandLine().getErr(), line);
    }

    private void tellFalseDuplicates(TraceImport traces) {
        TraceScheme scheme = traces.scheme();
        if (output.isQuiet() || !scheme.isShort()) {
            return;
        }
        String begin = "hashes of " + scheme.hashBytes() * Byte.SIZE + " bits: ";
        long several = traces.hashesOfSeveralLengths();
        if (several > 0) {
            say(begin + Figures.count(several, "hash is", "hashes are")
                    + " that of chunks of different lengths, which count as different chunks");
        }
        double expected = traces.expectedFalseDuplicates();
        if (expected >= 1) {
            say(begin + "about " + Figures.count(Math.round(expected), "duplicate is", "duplicates are")
                    + " likely to be other data with the same hash");
        }
    }
}
