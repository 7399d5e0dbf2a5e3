package io.compscan.spark;

import io.compscan.core.fold.ChargedChunks;
import io.compscan.core.fold.SchemeFold;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;

/** What was found of some of the distinct chunks, on its way to the driver, which gets one merged of all. */
final class Folds implements Serializable {

    private static final long serialVersionUID = 1;

    private static final int MERGE_DEPTH = 2;

    private final List<SchemeFold> layouts;
    private final ChargedChunks charged;

    /**
     * Of chunks that belong to no other.
     *
     * @param layouts the fold of each
     * @param charged those of the ledger's sample
     */
    Folds(List<SchemeFold> layouts, ChargedChunks charged) {
        this.layouts = new ArrayList<>(layouts);
        this.charged = charged;
    }

    List<SchemeFold> layouts() {
        return layouts;
    }

    ChargedChunks charged() {
        return charged;
    }

    /** Of all chunks, from what {@link Wire#bytes} has made of those of partitions that share none. */
    static Folds merge(JavaRDD<byte[]> parts) {
        return Wire.object(parts.treeReduce(Folds::merge, MERGE_DEPTH), Folds.class);
    }

    private static byte[] merge(byte[] a, byte[] b) {
        Folds merged = Wire.object(a, Folds.class);
        Folds more = Wire.object(b, Folds.class);
        for (int i = 0; i < merged.layouts.size(); i++) {
            merged.layouts.get(i).merge(more.layouts.get(i));
        }
        merged.charged.merge(more.charged);
        return Wire.bytes(merged);
    }
}
