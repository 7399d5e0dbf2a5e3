package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.SafeText;
import io.compscan.report.Unread;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.set.Imported;
import io.compscan.result.set.SetInfo;
import io.compscan.result.set.SetMetadata;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The content of a fingerprint set, as text for a person.
 *
 * <p>Plain ASCII apart from paths, within the columns of the screen, the same in every locale.
 */
public final class SetReport {

    private final SetInfo info;
    private final Lines lines;

    private SetReport(SetInfo info, Screen screen) {
        this.info = info;
        lines = new Lines(screen);
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(SetInfo info, Screen screen) {
        return new SetReport(info, screen).render();
    }

    private String render() {
        SetMetadata metadata = info.metadata();
        ScanResult result = metadata.result();
        ScanSettings plan = result.settings();
        lines.prose(SafeText.oneLine(info.file(), lines.columns() - 40) + ": a fingerprint set, "
                + Figures.human(info.fileBytes()));
        lines.blank();
        if (result.partial()) {
            lines.warning("PARTIAL: ", "the scan was stopped before its end. The set holds what was read by then.");
            lines.blank();
        }
        if (result.totals().unreadDirectoryCount() > 0) {
            lines.warning(Unread.HEAD, Unread.unknown(result.totals().unreadDirectoryCount()));
            lines.blank();
        }
        boolean withheld = !metadata.saltId().isEmpty();
        item("Scanned", withheld ? "paths and hosts are withheld" : list(plan.paths()));
        if (!metadata.hosts().isEmpty()) {
            item("Host", list(metadata.hosts()));
        }
        item(
                "When",
                result.timing().startedAt().truncatedTo(ChronoUnit.SECONDS) + ", saved "
                        + metadata.savedAt().truncatedTo(ChronoUnit.SECONDS));
        item(
                "By",
                "compscan " + plan.toolVersion() + ", Java " + result.timing().javaVersion()
                        + (plan.method().isEmpty() ? "" : "; " + list(plan.method())));
        item("Chunks", list(plan.chunkings()) + ", " + plan.fingerprint());
        if (plan.index() != null) {
            item("Index", plan.index());
        }
        item(
                "Salt",
                withheld ? "id " + metadata.saltId() : "none: who has a file can find out whether the set holds it");
        item(
                "Sizes",
                (plan.compressors().isEmpty() ? "none" : list(plan.compressors()))
                        + (plan.superblockBytes() > 0
                                ? ", superblocks of " + Figures.size(plan.superblockBytes())
                                : ""));
        item(
                "Read",
                Figures.count(result.totals().fileCount(), "file", "files") + ", "
                        + Figures.human(result.totals().scannedBytes())
                        + (result.totals().unreadPathCount() > 0
                                ? ", and not " + Unread.summary(result.totals())
                                : ""));
        Imported index = Imported.of(result);
        if (index != null && index.isRepository() && index.refusal() == null) {
            item("Compare", "with a set of: " + SafeText.oneLine(index.scanCommand()));
        }
        lines.blank();
        tables();
        layouts(result);
        return lines.toString();
    }

    private void tables() {
        TextTable table = new TextTable("nlrrrr").dropping(5);
        table.add("chunking", "part", "entries", "references", "bytes", "an entry");
        for (SetInfo.Table part : info.tables()) {
            table.add(
                    part.chunking(),
                    part.fullLength() ? "full" : "other",
                    Figures.exact(part.entryCount()),
                    Figures.exact(part.references()),
                    Figures.exact(part.bytes()),
                    Figures.ratio(part.entryCount() == 0 ? null : (double) part.bytes() / part.entryCount()));
        }
        lines.table(table);
    }

    private void layouts(ScanResult result) {
        if (result.totals().scannedBytes() == 0) {
            return;
        }
        lines.blank();
        TextTable table = new TextTable("nnrrrrr").dropping(4);
        table.add("chunking", "compressor", "unique", "physical", "dedup", "compression", "data reduction");
        for (Layout layout : result.layouts()) {
            for (Compression compression : layout.compression()) {
                String estimate = Labels.estimate(compression);
                table.add(
                        layout.chunking(),
                        compression.compressor(),
                        Labels.estimate(layout) + Figures.human(layout.uniqueBytes()),
                        estimate + Figures.human(compression.physicalBytes()),
                        Labels.estimate(layout) + Figures.ratio(layout.dedupRatio()),
                        estimate + Figures.ratio(compression.compressionRatio()),
                        estimate + Figures.ratio(layout.dataReductionRatio(compression)));
            }
        }
        lines.table(table);
    }

    private static String list(List<String> words) {
        return SafeText.oneLine(String.join(", ", words));
    }

    private void item(String name, String text) {
        lines.prose(name + " ".repeat(9 - name.length()), text);
    }
}
