package io.compscan.core.report.console;

import io.compscan.core.report.Figures;
import io.compscan.core.report.SafeText;
import io.compscan.core.report.console.Variants.Variant;
import io.compscan.core.result.Ledger;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.Totals;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A result as text for a person: the answer first, then how it comes about, then what to know about it.
 *
 * <p>Plain ASCII apart from paths, at most 100 columns, the same in every locale. {@code ~} marks what is estimated.
 */
public final class ConsoleReport {

    private static final int WIDTH = 100;
    private static final int PATHS_SHOWN = 3;

    private final ScanResult result;
    private final Totals totals;
    private final Variants variants;
    private final StringBuilder out = new StringBuilder();
    /** Replaces the paths in the heading; null for a scan. */
    private final @Nullable String heading;

    private final String sections;

    private ConsoleReport(ScanResult result, @Nullable String heading, String sections) {
        this.result = result;
        this.heading = heading;
        this.sections = sections;
        this.totals = result.totals();
        this.variants = new Variants(result);
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(ScanResult result) {
        return new ConsoleReport(result, null, "").render();
    }

    /**
     * A result that no scan of its own has found.
     *
     * @param heading what was taken together
     * @param sections what there is to say of it beyond what is said of a scan, lines that begin with an empty one
     */
    static String render(ScanResult result, String heading, String sections) {
        return new ConsoleReport(result, heading, sections).render();
    }

    private String render() {
        answer();
        ReductionSections reductions = new ReductionSections(result, variants, WIDTH, out);
        if (totals.scannedBytes() > 0) {
            reductions.append();
        }
        reductions.appendFiles();
        Ledger ledger = result.ledger();
        if (ledger != null) {
            LedgerReport.append(out, ledger);
        }
        out.append(sections);
        line("");
        new ReadingSection(result, variants, WIDTH, out).append(heading != null);
        return out.toString();
    }

    private void answer() {
        String damage = result.indexDamage();
        if (damage != null) {
            line(SafeText.oneLine(
                    "PARTIAL: unique, physical and all that follows from them are upper bounds, because the index could not be read back: "
                            + damage));
            line("");
        } else if (result.partial()) {
            line("PARTIAL: " + (heading == null ? "the scan" : "a scan")
                    + " was stopped before its end; the figures cover what had been read by then.");
            line("");
        }
        List<String> paths = heading != null
                ? List.of(heading)
                : result.plan().paths().stream()
                        .map(path -> path.equals("-") ? "standard input" : path)
                        .toList();
        String shown = String.join(", ", paths.subList(0, Math.min(PATHS_SHOWN, paths.size())));
        String more = paths.size() > PATHS_SHOWN ? " and " + Figures.exact(paths.size() - PATHS_SHOWN) + " more" : "";
        String tool = "compscan " + result.plan().toolVersion() + ": ";
        line(SafeText.oneLine(tool + shown, WIDTH - more.length()) + more);
        line("");
        Variant best = variants.best();
        if (totals.scannedBytes() == 0) {
            line("Nothing was scanned" + whyNothing() + ".");
        } else if (best != null) {
            String estimate = Labels.estimate(best.compression());
            Double reduction = best.compression().reductionRatio();
            line(Figures.human(totals.scannedBytes()) + (result.partial() ? " read so far" : " of data")
                    + " would take " + estimate
                    + Figures.human(best.compression().physicalBytes()) + ": "
                    + (reduction == null
                            ? ""
                            : "reduction " + estimate + Figures.ratio(reduction) + Labels.interval(best.compression())
                                    + ", ")
                    + "saves "
                    + estimate + Figures.percent(best.compression().savings()) + ".");
            if (variants.all().size() > 1) {
                line("This is " + best.layout().chunking() + " with "
                        + best.compression().compressor() + ", the best of "
                        + variants.all().size() + ".");
            }
        }
    }

    private String whyNothing() {
        if (totals.fileCount() == 0) {
            return totals.excludedCount() > 0 ? ": everything is excluded" : ": no file was found";
        }
        return totals.logicalBytes() == 0 ? ": every file is empty" : ": no file could be read";
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
