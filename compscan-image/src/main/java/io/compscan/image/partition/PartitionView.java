package io.compscan.image.partition;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.Head;
import io.compscan.core.source.view.Look;
import io.compscan.core.source.view.View;
import io.compscan.image.disk.ImageFile;
import io.compscan.image.disk.RangeUnit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shows the partitions of a disk, the linear volumes of LVM2 in them, and the gaps between. */
public final class PartitionView implements View {

    private static final String LVM_LABEL = "LABELONE";
    private static final int SECTOR_BYTES = 512;
    private static final int LABEL_SECTORS = 4;

    /** For the service loader. */
    public PartitionView() {}

    @Override
    public String name() {
        return "partitions";
    }

    @Override
    public Kind kind() {
        return Kind.PARTITIONS;
    }

    @Override
    public Set<String> extensions() {
        return Set.of();
    }

    @Override
    public boolean probe(Head head) {
        for (int i = 0; i < LABEL_SECTORS; i++) {
            if (head.has(i * SECTOR_BYTES, LVM_LABEL)) {
                return true;
            }
        }
        return PartitionTable.isAt(head);
    }

    @Override
    public Look look(Unit container, Siblings siblings, @Nullable String part) throws IOException {
        if (part != null) {
            throw new IOException("\"#" + PathName.of(part) + "\" is not known: a disk is shown as a whole");
        }
        try (UnitChannel channel = container.open()) {
            ImageFile disk = new ImageFile(container, channel);
            List<LvmVolume> found = new ArrayList<>();
            DiskPart whole = new DiskPart("", 0, disk.sizeBytes());
            if (LvmVolume.isAt(disk, whole)) {
                found.addAll(LvmVolume.in(disk, whole));
            } else {
                for (DiskPart partition : PartitionTable.read(disk)) {
                    add(disk, partition, found);
                }
                if (found.isEmpty()) {
                    throw new IOException("there is no table of partitions");
                }
            }
            return Look.at(units(container, found));
        } catch (ArithmeticException e) {
            throw new IOException("damaged: a number is larger than any disk", e);
        }
    }

    private static void add(ImageFile disk, DiskPart partition, List<LvmVolume> found) throws IOException {
        if (!LvmVolume.isAt(disk, partition)) {
            found.add(new LvmVolume(partition.name(), List.of(partition)));
            return;
        }
        for (LvmVolume volume : LvmVolume.in(disk, partition)) {
            found.add(new LvmVolume(partition.name() + PathName.SEPARATOR + volume.name(), volume.pieces()));
        }
    }

    /** In the order of the disk: all that was found, and what lies between. */
    private static List<Unit> units(Unit container, List<LvmVolume> found) throws IOException {
        List<LvmVolume> all = new ArrayList<>(found);
        all.removeIf(volume -> volume.pieces().isEmpty());
        List<DiskPart> used = new ArrayList<>();
        all.forEach(volume -> used.addAll(volume.pieces()));
        used.sort(Comparator.comparingLong(DiskPart::start));
        long end = 0;
        for (DiskPart part : used) {
            if (part.start() < end) {
                throw new IOException("damaged: " + part.name() + " overlaps another part of the disk");
            }
            if (part.start() > end) {
                all.add(gap(end, part.start()));
            }
            end = part.end();
        }
        if (end < container.sizeBytes()) {
            all.add(gap(end, container.sizeBytes()));
        }
        all.sort(Comparator.comparingLong(volume -> volume.pieces().get(0).start()));
        List<Unit> units = new ArrayList<>();
        for (LvmVolume volume : all) {
            units.add(unit(container, volume));
        }
        return units;
    }

    private static LvmVolume gap(long from, long to) {
        String name = "gap-" + from;
        return new LvmVolume(name, List.of(new DiskPart(name, from, to - from)));
    }

    private static Unit unit(Unit container, LvmVolume volume) {
        int count = volume.pieces().size();
        long[] starts = new long[count];
        long[] lengths = new long[count];
        long[] offsets = new long[count];
        long size = 0;
        for (int i = 0; i < count; i++) {
            starts[i] = size;
            lengths[i] = volume.pieces().get(i).length();
            offsets[i] = volume.pieces().get(i).start();
            size += lengths[i];
        }
        String name = container.name() + PathName.SEPARATOR + volume.name();
        return new RangeUnit(
                container, name, container.extension(), size, new RangeUnit.Pieces(starts, lengths, offsets));
    }
}
