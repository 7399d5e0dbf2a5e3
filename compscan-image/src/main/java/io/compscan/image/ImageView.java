package io.compscan.image;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.view.Head;
import io.compscan.core.source.view.Look;
import io.compscan.core.source.view.View;
import io.compscan.image.disk.Disk;
import io.compscan.image.disk.ImageChain;
import io.compscan.image.qcow2.Qcow2Format;
import io.compscan.image.vdi.VdiFormat;
import io.compscan.image.vhd.VhdFormat;
import io.compscan.image.vhdx.VhdxFormat;
import io.compscan.image.vmdk.VmdkFormat;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shows a disk image as one unit: the disk. */
public abstract sealed class ImageView implements View
        permits ImageView.Qcow2, ImageView.Vmdk, ImageView.Vhd, ImageView.Vhdx, ImageView.Vdi {

    private static final ImageChain.Format QCOW2 = new Qcow2Format();
    private static final ImageChain.Format VMDK = new VmdkFormat();
    private static final ImageChain.Format VHD = new VhdFormat();
    private static final ImageChain.Format VHDX = new VhdxFormat();
    private static final ImageChain.Format VDI = new VdiFormat();

    /** The possible formats of parents. */
    private static final List<ImageChain.Format> ALL = List.of(QCOW2, VMDK, VHD, VHDX, VDI);

    /** QEMU's and KVM's format. */
    public static final class Qcow2 extends ImageView {
        /** For the service loader. */
        public Qcow2() {
            super("qcow2", QCOW2);
        }
    }

    /** VMware's format. */
    public static final class Vmdk extends ImageView {
        /** For the service loader. */
        public Vmdk() {
            super("vmdk", VMDK);
        }
    }

    /** The format of Virtual PC. */
    public static final class Vhd extends ImageView {
        /** For the service loader. */
        public Vhd() {
            super("vhd", VHD);
        }
    }

    /** Hyper-V's format. */
    public static final class Vhdx extends ImageView {
        /** For the service loader. */
        public Vhdx() {
            super("vhdx", VHDX);
        }
    }

    /** VirtualBox's format. */
    public static final class Vdi extends ImageView {
        /** For the service loader. */
        public Vdi() {
            super("vdi", VDI);
        }
    }

    private final String name;
    private final ImageChain.Format format;

    ImageView(String name, ImageChain.Format format) {
        this.name = name;
        this.format = format;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Kind kind() {
        return Kind.IMAGES;
    }

    @Override
    public Set<String> extensions() {
        return format.extensions();
    }

    @Override
    public boolean probe(Head head) {
        return format.probe(head);
    }

    @Override
    public Look look(Unit container, Siblings siblings, @Nullable String part) throws IOException {
        DiskUnit.Opener opener = files -> ImageChain.open(container, format, ALL, siblings, files, part);
        try (ImageChain.Files files = new ImageChain.Files()) {
            Disk disk = opener.open(files);
            DiskUnit unit = new DiskUnit(container, opener, part, disk.sizeBytes(), files.consumed());
            return Look.at(List.of(unit), files.consumed(), files.imageCount());
        }
    }
}
