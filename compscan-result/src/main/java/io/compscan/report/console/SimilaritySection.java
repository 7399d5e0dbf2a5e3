package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.result.Similarity;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What delta compression may save, as text; a part of {@link ConsoleReport} on request. */
final class SimilaritySection {

    private static final String HEAD = "potential: ";

    private SimilaritySection() {}

    /** Appends the section after an empty line; nothing without a request. */
    static void append(@Nullable Similarity similarity, Lines lines) {
        if (similarity == null) {
            return;
        }
        lines.blank();
        String shares =
                similarity.chunkings().stream().map(SimilaritySection::line).collect(Collectors.joining("; "));
        lines.prose(
                HEAD,
                similarity.chunkings().isEmpty()
                        ? "there is no chunk that delta compression could make smaller."
                        : "delta compression against similar chunks may save another " + shares
                                + ". No number above counts that.");
    }

    private static String line(Similarity.OfChunking one) {
        String share = Figures.percent(one.savedShare());
        String ends = one.savedShareLow() == one.savedShareHigh()
                ? ""
                : " (" + Figures.percent(one.savedShareLow()) + " to " + Figures.percent(one.savedShareHigh()) + ")";
        return share + ends + " of what " + one.chunking() + " and " + one.compressor() + " leave";
    }
}
