package io.compscan.core.report.console;

import io.compscan.core.result.Compression;
import io.compscan.core.result.Layout;
import io.compscan.core.result.ScanResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ways of storing that a result compares: each chunking with each of its compressors. */
final class Variants {

    private final List<Variant> all = new ArrayList<>();
    private final ScanResult result;

    /** One chunking with one compressor. */
    record Variant(Layout layout, Compression compression) {}

    Variants(ScanResult result) {
        this.result = result;
        for (Layout layout : result.layouts()) {
            for (Compression compression : layout.compression()) {
                all.add(new Variant(layout, compression));
            }
        }
    }

    List<Variant> all() {
        return all;
    }

    /** The variant that takes the least, the first of equals; null if there is none. */
    @Nullable Variant best() {
        return all.stream()
                .min(Comparator.comparingLong(variant -> variant.compression.physicalBytes()))
                .orElse(null);
    }

    /** The places of the best variant's layout and, within it, of its compression; null if there is none. */
    int @Nullable [] bestPlace() {
        Variant best = best();
        if (best == null) {
            return null;
        }
        int layout = result.layouts().indexOf(best.layout);
        return new int[] {layout, best.layout.compression().indexOf(best.compression)};
    }
}
