package io.compscan.image.disk;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The clusters unpacked last: reads are shorter than large clusters and longer than small ones. At most 16 MiB, or four clusters. */
final class ClusterCache {

    private static final int MAX_BYTES = 16 << 20;
    private static final int MIN_CLUSTERS = 4;

    private final Map<Run, byte[]> clusters;

    ClusterCache(int clusterBytes) {
        int most = Math.max(MIN_CLUSTERS, clusterBytes == 0 ? 0 : MAX_BYTES / clusterBytes);
        clusters = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Run, byte[]> eldest) {
                return size() > most;
            }
        };
    }

    byte[] get(Run run, BlockMap map) throws IOException {
        Run key = Run.packed(1, file(run), run.offset(), run.storedBytes(), 0);
        byte[] cluster;
        synchronized (clusters) {
            cluster = clusters.get(key);
        }
        if (cluster == null) {
            cluster = map.unpack(run);
            synchronized (clusters) {
                clusters.put(key, cluster);
            }
        }
        return cluster;
    }

    private static ImageFile file(Run run) throws IOException {
        ImageFile file = run.file();
        if (file == null) {
            throw new IOException("a compressed cluster without a file");
        }
        return file;
    }
}
