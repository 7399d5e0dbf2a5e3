package io.compscan.spark;

import io.compscan.core.fold.ChargedChunks;
import io.compscan.core.fold.SchemeFold;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;

/** The folds of some of the distinct chunks. Executors merge them, and the driver gets one for all chunks. */
final class Folds implements Serializable {

    private static final long serialVersionUID = 1;

    private static final int MERGE_DEPTH = 2;

    private final List<SchemeFold> schemes;
    private final ChargedChunks charged;

    /**
     * Folds of chunks that are in no other folds.
     *
     * @param schemes for each scheme its fold
     * @param charged the chunks of the ledger's sample
     */
    Folds(List<SchemeFold> schemes, ChargedChunks charged) {
        this.schemes = new ArrayList<>(schemes);
        this.charged = charged;
    }

    List<SchemeFold> schemes() {
        return schemes;
    }

    ChargedChunks charged() {
        return charged;
    }

    /** The folds of all chunks, from the serialized folds of partitions that share no chunk. */
    static Folds merge(JavaRDD<byte[]> parts) {
        return Wire.object(parts.treeReduce(Folds::merge, MERGE_DEPTH), Folds.class);
    }

    private static byte[] merge(byte[] a, byte[] b) {
        Folds merged = Wire.object(a, Folds.class);
        Folds more = Wire.object(b, Folds.class);
        for (int i = 0; i < merged.schemes.size(); i++) {
            merged.schemes.get(i).merge(more.schemes.get(i));
        }
        merged.charged.merge(more.charged);
        return Wire.bytes(merged);
    }
}
