package io.compscan.core.report.console;

import io.compscan.core.report.Figures;
import io.compscan.core.result.Compression;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Sample;

/** Short names and marks that all texts share: {@code ~} marks an estimate. */
final class Labels {

    /** Tables cut longer names of chunkings; the numbers of each chunking stand below its full name. */
    private static final int NAME_WIDTH = 20;

    private Labels() {}

    /** As it stands in tables. */
    static String shortened(String name) {
        return shortened(name, NAME_WIDTH);
    }

    static String shortened(String name, int width) {
        return name.length() <= width ? name : name.substring(0, width - 3) + "...";
    }

    static String estimate(Compression compression) {
        return isEstimated(compression) ? "~" : "";
    }

    /** Uncompressed data is exact, in superblocks too. */
    static boolean isEstimated(Compression compression) {
        return compression.method() != Compression.Method.CHUNK
                && (compression.sample() != null || !isUncompressed(compression));
    }

    static boolean isUncompressed(Compression compression) {
        return compression.compressor().equals("none");
    }

    static String estimate(Layout layout) {
        return layout.isEstimated() ? "~" : "";
    }

    /** How wide the reduction is, with the space before it; empty if there is no telling or no need. */
    static String interval(Compression compression) {
        Sample sample = compression.sample();
        return sample == null
                ? ""
                : " (" + Figures.ratio(sample.reductionRatioLow()) + " to " + Figures.ratio(sample.reductionRatioHigh())
                        + ")";
    }
}
