package io.compscan.core.report.console;

import io.compscan.core.report.Figures;
import io.compscan.core.result.Compression;
import io.compscan.core.result.Footprint;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Sample;

/** Short names and marks that all texts share: {@code ~} marks an estimate. */
final class Labels {

    /** Waterfalls cut longer names; the table of all compressors has them whole. */
    private static final int NAME_WIDTH = 20;

    private Labels() {}

    static String shortened(String name) {
        return shortened(name, NAME_WIDTH);
    }

    static String shortened(String name, int width) {
        return name.length() <= width ? name : name.substring(0, width - 3) + "...";
    }

    static String estimate(Compression compression) {
        return estimate(compression.estimates());
    }

    static String estimate(boolean isEstimated) {
        return isEstimated ? "~" : "";
    }

    static String estimate(Layout layout) {
        return estimate(layout.isEstimated());
    }

    /** The 95 % interval of a reduction, with the space before it; empty if there is none. */
    static String interval(Compression compression) {
        Sample sample = compression.sample();
        return sample == null
                ? ""
                : " (" + Figures.ratio(sample.reductionRatioLow()) + " to " + Figures.ratio(sample.reductionRatioHigh())
                        + ")";
    }

    /** The same of a footprint. */
    static String interval(Footprint footprint) {
        return footprint.hasInterval()
                ? " (" + Figures.ratio(footprint.reductionRatioLow()) + " to "
                        + Figures.ratio(footprint.reductionRatioHigh()) + ")"
                : "";
    }
}
