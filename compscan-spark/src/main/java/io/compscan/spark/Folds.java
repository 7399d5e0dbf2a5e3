package io.compscan.spark;

import io.compscan.core.scan.LayoutFold;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;

/** The folds of all layouts over some of the distinct chunks, on their way to the driver, which gets one merged of all. */
final class Folds implements Serializable {

    private static final long serialVersionUID = 1;

    private static final int MERGE_DEPTH = 2;

    private final List<LayoutFold> layouts;

    private Folds(List<LayoutFold> layouts) {
        this.layouts = new ArrayList<>(layouts);
    }

    static byte[] bytes(List<LayoutFold> layouts) {
        return Wire.bytes(new Folds(layouts));
    }

    /** The folds of all chunks, from those of partitions that share none. */
    static List<LayoutFold> merge(JavaRDD<byte[]> parts) {
        return Wire.object(parts.treeReduce(Folds::merge, MERGE_DEPTH), Folds.class).layouts;
    }

    private static byte[] merge(byte[] a, byte[] b) {
        Folds merged = Wire.object(a, Folds.class);
        Folds more = Wire.object(b, Folds.class);
        for (int i = 0; i < merged.layouts.size(); i++) {
            merged.layouts.get(i).merge(more.layouts.get(i));
        }
        return Wire.bytes(merged);
    }
}
