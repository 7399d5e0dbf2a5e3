package io.compscan.image.vmdk;

import io.compscan.core.source.PathName;
import io.compscan.core.source.view.Head;
import io.compscan.image.disk.Disk;
import io.compscan.image.disk.ImageChain;
import io.compscan.image.disk.ImageFile;
import io.compscan.image.disk.JoinedDisk;
import io.compscan.image.disk.MappedDisk;
import io.compscan.image.disk.ParentNames;
import io.compscan.image.disk.RawDisk;
import io.compscan.image.disk.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** VMware's format: one sparse file, or a descriptor and its extents. */
public final class VmdkFormat implements ImageChain.Format {

    private static final int MAX_DESCRIPTOR_BYTES = 1 << 20;
    private static final String LONE_EXTENT = "an extent, whose descriptor is not among the files that are scanned";

    @Override
    public String name() {
        return "vmdk";
    }

    @Override
    public boolean probe(Head head) {
        return head.has(0, SparseExtent.MAGIC)
                || head.has(0, SparseExtent.ESX_MAGIC)
                || head.has(0, SpaceEfficientExtent.MAGIC)
                || (extensions().contains(head.extension()) && head.has(0, VmdkDescriptor.MAGIC));
    }

    @Override
    public Set<String> extensions() {
        return Set.of("vmdk");
    }

    @Override
    public ImageChain.Opened open(ImageFile file, ImageChain chain, @Nullable String part) throws IOException {
        if (part != null) {
            throw new IOException("a VMDK image shows its present state alone");
        }
        if (SpaceEfficientExtent.isAt(file)) {
            throw new IOException(LONE_EXTENT);
        }
        if (!SparseExtent.isAt(file)) {
            long length = Math.min(file.sizeBytes(), MAX_DESCRIPTOR_BYTES);
            VmdkDescriptor descriptor = VmdkDescriptor.parse(file.bytes(0, length));
            return described(descriptor, chain);
        }
        SparseExtent extent = SparseExtent.open(file);
        SparseExtent.Embedded text = SparseExtent.descriptor(file);
        VmdkDescriptor descriptor =
                VmdkDescriptor.parse(file.bytes(text.offset(), Math.min(text.length(), MAX_DESCRIPTOR_BYTES)));
        if (descriptor.createType().isEmpty()) {
            throw new IOException(LONE_EXTENT);
        }
        return opened(descriptor, sparse(extent, parent(descriptor, chain)));
    }

    private static ImageChain.Opened opened(VmdkDescriptor descriptor, Disk disk) {
        return new ImageChain.Opened(disk, descriptor.contentId());
    }

    private static ImageChain.Opened described(VmdkDescriptor descriptor, ImageChain chain) throws IOException {
        if (descriptor.extents().isEmpty()) {
            throw new IOException("damaged: a descriptor without extents");
        }
        Disk parent = parent(descriptor, chain);
        List<Disk> disks = new ArrayList<>();
        long start = 0;
        for (VmdkDescriptor.Extent extent : descriptor.extents()) {
            if (extent.sizeBytes() > Long.MAX_VALUE - start) {
                throw new IOException("damaged: its extents are larger than any disk");
            }
            disks.add(extent(extent, chain, parent == null ? null : new Part(parent, start)));
            start += extent.sizeBytes();
        }
        return opened(descriptor, new JoinedDisk(disks));
    }

    private static Disk extent(VmdkDescriptor.Extent extent, ImageChain chain, @Nullable Disk parent)
            throws IOException {
        long size = extent.sizeBytes();
        if (extent.type().equals("ZERO")) {
            return new MappedDisk(position -> Run.hole(size - position), size, 0, null);
        }
        String name = extent.name();
        if (name == null) {
            throw new IOException("damaged: an extent without a file");
        }
        switch (extent.type()) {
            case "FLAT", "VMFS" -> {
                ImageFile file = chain.extent(name);
                if (extent.startBytes() > file.sizeBytes() - size) {
                    throw new IOException("its extent " + file.unit().name() + " has " + file.sizeBytes()
                            + " bytes, not " + (extent.startBytes() + size));
                }
                return RawDisk.of(file, extent.startBytes(), size);
            }
            case "SPARSE", "VMFSSPARSE" -> {
                ImageFile file = chain.extent(name);
                if (!SparseExtent.isAt(file)) {
                    throw new IOException("its extent " + file.unit().name() + " is no sparse extent");
                }
                SparseExtent sparse = SparseExtent.open(file);
                checkSize(file, sparse.sizeBytes(), size);
                return sparse(sparse.withSize(size), parent);
            }
            case "SESPARSE" -> {
                ImageFile file = chain.extent(name);
                if (!SpaceEfficientExtent.isAt(file)) {
                    throw new IOException("its extent " + file.unit().name() + " is no seSparse extent");
                }
                SpaceEfficientExtent sparse = SpaceEfficientExtent.open(file);
                checkSize(file, sparse.sizeBytes(), size);
                return new MappedDisk(sparse.withSize(size), size, 0, parent);
            }
            default ->
                throw new IOException(
                        "an extent of the type " + PathName.of(extent.type()) + ", which is not supported");
        }
    }

    private static void checkSize(ImageFile file, long sizeBytes, long needed) throws IOException {
        if (sizeBytes < needed) {
            throw new IOException("its extent " + file.unit().name() + " has " + sizeBytes + " bytes, not " + needed);
        }
    }

    private static Disk sparse(SparseExtent extent, @Nullable Disk parent) {
        int packedBytes = extent.format().isCompressed() ? (int) extent.grainBytes() : 0;
        return new MappedDisk(extent, extent.sizeBytes(), packedBytes, parent);
    }

    private static @Nullable Disk parent(VmdkDescriptor descriptor, ImageChain chain) throws IOException {
        String name = descriptor.parentName();
        if (name == null) {
            return null;
        }
        ParentNames names = new ParentNames();
        names.add(name);
        String contentId = Objects.requireNonNull(descriptor.parentContentId());
        return names.open(chain, "vmdk", contentId::equals);
    }

    /** The parent from where an extent begins. */
    private record Part(Disk disk, long start) implements Disk {

        @Override
        public long sizeBytes() {
            return Math.max(0, disk.sizeBytes() - start);
        }

        @Override
        public int read(long position, byte[] data, int offset, int length) throws IOException {
            return disk.read(start + position, data, offset, length);
        }

        @Override
        public long nextData(long position) throws IOException {
            return Math.max(position, disk.nextData(start + position) - start);
        }
    }
}
