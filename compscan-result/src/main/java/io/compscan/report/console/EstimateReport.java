package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.SafeText;
import io.compscan.report.Unread;
import io.compscan.result.EstimateResult;
import io.compscan.result.EstimateResult.Method;
import io.compscan.result.EstimateResult.PartLayout;
import io.compscan.result.EstimateResult.Pass;
import io.compscan.result.ReadError;
import java.util.Locale;

/** An estimate from a part of the data as text for a person. */
public final class EstimateReport {

    private static final int WIDTH = 100;
    private static final int ERRORS_SHOWN = 5;

    private EstimateReport() {}

    /** The whole text; each line ends with a line feed. */
    public static String render(EstimateResult result) {
        StringBuilder out = new StringBuilder();
        if (result.unreadDirectoryCount() > 0) {
            line(out, Unread.HEAD + Unread.unknown(result.unreadDirectoryCount()));
            line(out, "");
        }
        if (result.interrupted()) {
            line(out, "STOPPED: the figures are those of the last complete pass.");
            line(out, "");
        }
        line(
                out,
                SafeText.oneLine("compscan " + result.toolVersion() + ": " + String.join(", ", result.paths()), WIDTH));
        line(out, "");
        line(
                out,
                Figures.human(result.scannedBytes()) + " of data, " + Figures.human(result.readBytes())
                        + " of it read ("
                        + Figures.percent(result.readBytes(), result.scannedBytes()) + "): "
                        + Figures.exact(result.sampledExtentCount()) + " of " + Figures.exact(result.extentCount())
                        + " extents of up to " + Figures.human(result.extentBytes()) + ".");
        for (PartLayout layout : result.layouts()) {
            line(out, "");
            append(out, result, layout);
        }
        line(out, "");
        if (result.layouts().stream().anyMatch(layout -> layout.method() == Method.PART)) {
            line(out, "~ estimated from extents chosen at random; intervals of 95 % (calibrated).");
        }
        errors(out, result);
        return out.toString();
    }

    private static void append(StringBuilder out, EstimateResult result, PartLayout layout) {
        line(out, layout.chunking() + " with " + layout.compressor());
        String mark = layout.method() == Method.EXACT ? "" : "~";
        row(out, "zeros", mark + Figures.human(layout.zeroBytes()), layout.zeroBytesLow(), layout.zeroBytesHigh());
        Long unique = layout.uniqueBytes();
        Long physical = layout.physicalBytes();
        row(
                out,
                "unique",
                unique == null ? "" : mark + Figures.human(unique),
                layout.uniqueBytesLow(),
                layout.uniqueBytesHigh());
        dedup(out, result.scannedBytes() - layout.zeroBytes(), layout, mark);
        row(
                out,
                "physical",
                physical == null ? "" : mark + Figures.human(physical),
                layout.physicalBytesLow(),
                layout.physicalBytesHigh());
        Double low = layout.reductionRatioLow();
        Double high = layout.reductionRatioHigh();
        if (layout.reductionRatio() != null && low != null && high != null) {
            line(out, "  data reduction  " + reduction(result, layout, low, high));
        } else if (layout.method() != Method.EXACT) {
            line(out, "  Reading " + Figures.percent(result.readBytes(), result.scannedBytes()) + " cannot say more.");
        }
        String note = layout.note();
        if (note != null) {
            line(out, "  " + note.substring(0, 1).toUpperCase(Locale.ROOT) + note.substring(1) + ".");
        }
        Double wish = layout.readForTenPercent();
        if (wish != null) {
            line(
                    out,
                    String.format(
                            Locale.ROOT, "  Estimated reading for +-10 %%: about %.0f %%.", Math.ceil(100 * wish)));
        }
    }

    /** The dedup ratio of the data that is not zero, with the interval of the unique bytes. */
    private static void dedup(StringBuilder out, long nonZeroBytes, PartLayout layout, String mark) {
        Long unique = layout.uniqueBytes();
        if (unique == null || unique == 0 || layout.uniqueBytesLow() == 0) {
            return;
        }
        String ends = layout.uniqueBytesLow() == layout.uniqueBytesHigh()
                ? ""
                : " ("
                        + Figures.ends(
                                (double) nonZeroBytes / layout.uniqueBytesHigh(),
                                (double) nonZeroBytes / layout.uniqueBytesLow())
                        + ")";
        line(
                out,
                String.format(Locale.ROOT, "  %-14s  ", "dedup")
                        + mark
                        + Figures.perOne((double) nonZeroBytes / unique)
                        + ends);
    }

    /** The data reduction ratio, then the ratio that counts zeros, whose interval is known. */
    private static String reduction(EstimateResult result, PartLayout layout, double low, double high) {
        String mark = layout.method() == Method.EXACT ? "" : "~";
        String thin = mark + Figures.perOne(layout.reductionRatio());
        String ends = low == high ? "" : Figures.ends(low, high);
        Long physical = layout.physicalBytes();
        if (layout.zeroBytes() == 0 || physical == null || physical == 0) {
            return thin + (ends.isEmpty() ? "" : " (" + ends + ")");
        }
        return mark + Figures.perOne((double) (result.scannedBytes() - layout.zeroBytes()) / physical) + " (" + thin
                + " with thin provisioning" + (ends.isEmpty() ? "" : ", " + ends) + ")";
    }

    private static void row(StringBuilder out, String name, String value, long low, long high) {
        String ends = low == high ? "" : Figures.bytesEnds(low, high);
        String text = value.isEmpty() ? "between " + ends.replace(" to ", " and ") : value;
        line(
                out,
                String.format(Locale.ROOT, "  %-14s  ", name)
                        + text
                        + (value.isEmpty() || ends.isEmpty() ? "" : " (" + ends + ")"));
    }

    private static void errors(StringBuilder out, EstimateResult result) {
        if (result.errors().isEmpty()) {
            return;
        }
        line(out, Figures.count(result.errors().size(), "path", "paths") + " could not be read:");
        for (ReadError error : result.errors()
                .subList(0, Math.min(ERRORS_SHOWN, result.errors().size()))) {
            line(out, SafeText.oneLine("  " + error.path() + ": " + error.reason(), WIDTH));
        }
    }

    /** One line about a pass, for a person who waits. */
    public static String pass(EstimateResult result) {
        Pass pass = result.passes().get(result.passes().size() - 1);
        Double low = pass.reductionRatioLow();
        Double high = pass.reductionRatioHigh();
        String reduction = low == null || high == null
                ? (pass.readBytes() == 0 ? "nothing was read so far" : "nothing but zeros so far")
                : "with thin provisioning "
                        + (pass.reductionRatio() == null
                                ? "between " + Figures.ratio(low) + " and " + Figures.ratio(high)
                                : Figures.interval(pass.reductionRatio(), low, high, ""));
        return Figures.percent(pass.share()) + " read (" + Figures.human(pass.readBytes()) + " in "
                + Figures.elapsed(pass.elapsedNanos()) + "): " + reduction;
    }

    private static void line(StringBuilder out, String text) {
        out.append(text).append('\n');
    }
}
