/** The off-heap map from fingerprints to reference counts and sizes. */
module io.compscan.map {
    requires jdk.unsupported;
    requires static transitive org.jspecify;

    exports io.compscan.map;
}
