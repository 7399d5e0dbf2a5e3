package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.Grades;
import io.compscan.result.Compression;
import io.compscan.result.Footprint;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import io.compscan.result.Totals;
import io.compscan.result.answer.Variants;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    static String estimate(ProfileResult profile) {
        return estimate(profile.allocatedBytesLow() != profile.allocatedBytesHigh());
    }

    /** The mark of one step of a target system; the mark of the whole if the step's own ends are not known. */
    static String estimate(ProfileResult profile, @Nullable Long lowBytes, @Nullable Long highBytes) {
        return lowBytes == null ? estimate(profile) : estimate(!lowBytes.equals(highBytes));
    }

    /** What is missing from numbers, in two words; empty if nothing is. */
    static String missing(boolean partial, Totals totals) {
        return (partial ? "partial" : "")
                + (partial && totals.unreadDirectoryCount() > 0 ? ", " : "")
                + (totals.unreadDirectoryCount() > 0 ? "size unknown" : "");
    }

    /** The least that a chunking with a compressor, or a target system, takes of those asked for; negative where there are no two. */
    static long leastBytes(ScanResult result) {
        List<Long> all = new ArrayList<>();
        new Variants(result)
                .asked()
                .forEach(variant -> all.add(variant.compression().physicalBytes()));
        result.profiles().forEach(profile -> all.add(profile.allocatedBytes()));
        return all.size() < 2 ? -1 : Collections.min(all);
    }

    /** The mark of what takes the least. */
    static String least(long bytes, long leastBytes) {
        return bytes == leastBytes ? "<- least" : "";
    }

    /** The data reduction ratio of a footprint, and that with thin provisioning where it is another. */
    static String reduction(Footprint footprint) {
        String mark = estimate(footprint.estimated());
        String thin = mark + Figures.perOne(footprint.reductionRatio());
        Double data = footprint.dataReductionRatio();
        if (data == null) {
            return thin + " with thin provisioning";
        }
        String written = mark + Figures.perOne(data);
        return written + (written.equals(thin) ? "" : " (" + thin + " with thin provisioning)");
    }

    /** The interval of a footprint and what it holds; empty if there is none. */
    static String interval(Footprint footprint) {
        return footprint.hasInterval()
                ? Grades.covers(footprint.intervalCovers()) + ": "
                        + Figures.bytesEnds(footprint.allocatedBytesLow(), footprint.allocatedBytesHigh())
                        + (footprint.dataReductionRatio() == null
                                ? ""
                                : ", data reduction "
                                        + ends(footprint.dataReductionRatioLow(), footprint.dataReductionRatioHigh()))
                : "";
    }

    /** To two decimals, and to more where these do not tell the ends apart. */
    private static String ends(@Nullable Double low, @Nullable Double high) {
        String first = Figures.ratio(low);
        String last = Figures.ratio(high);
        return low == null || high == null || !first.equals(last) ? first + " to " + last : Figures.ends(low, high);
    }
}
