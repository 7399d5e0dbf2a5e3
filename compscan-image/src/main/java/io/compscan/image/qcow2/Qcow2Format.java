package io.compscan.image.qcow2;

import io.compscan.core.source.PathName;
import io.compscan.core.source.view.Head;
import io.compscan.image.disk.Disk;
import io.compscan.image.disk.ImageChain;
import io.compscan.image.disk.ImageFile;
import io.compscan.image.disk.MappedDisk;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** QEMU's own format, versions 2 and 3. */
public final class Qcow2Format implements ImageChain.Format {

    private static final String SNAPSHOT = "snap=";

    @Override
    public String name() {
        return "qcow2";
    }

    @Override
    public boolean probe(Head head) {
        return head.has(0, Qcow2Header.MAGIC);
    }

    @Override
    public Set<String> extensions() {
        return Set.of("qcow2");
    }

    @Override
    public ImageChain.Opened open(ImageFile file, ImageChain chain, @Nullable String part) throws IOException {
        Qcow2Header header = Qcow2Header.read(file);
        long l1Offset = header.l1Offset();
        long size = header.sizeBytes();
        if (part != null) {
            if (!part.startsWith(SNAPSHOT)) {
                throw new IOException("\"#" + PathName.of(part) + "\" is not known; #snap=NAME shows a snapshot");
            }
            Qcow2Snapshots.Snapshot snapshot = Qcow2Snapshots.find(file, header, part.substring(SNAPSHOT.length()));
            l1Offset = snapshot.l1Offset();
            size = snapshot.sizeBytes();
        }
        String dataName = header.names().dataFile();
        ImageFile data = dataName == null ? file : chain.extent(dataName);
        String backing = header.names().backing();
        Disk parent =
                backing == null ? null : chain.parent(backing, header.names().backingFormat(), any -> true);
        Qcow2Map map = new Qcow2Map(file, data, header, l1Offset);
        return new ImageChain.Opened(new MappedDisk(map, size, 1 << header.clusterBits(), parent), "");
    }
}
