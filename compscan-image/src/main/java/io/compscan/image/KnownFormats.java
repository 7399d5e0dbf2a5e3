package io.compscan.image;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.view.Head;
import io.compscan.core.source.view.Look;
import io.compscan.core.source.view.View;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Recognises files that hold others, or disks, in formats that nothing here looks into. So they are unread, and never counted as raw bytes. */
public abstract sealed class KnownFormats implements View permits KnownFormats.Archives, KnownFormats.Images {

    /**
     * A format.
     *
     * @param offset where its magic begins; negative if it begins so many bytes before the last sector's end
     * @param magic each character is one byte
     * @param extensions those of small files that are worth a look
     * @param advice what else can be done
     */
    private record Known(String name, int offset, String magic, Set<String> extensions, String advice) {

        Known(String name, int offset, String magic, String... extensions) {
            this(name, offset, magic, Set.of(extensions), "unpack it first");
        }

        boolean isIn(Head head) {
            return offset < 0 ? head.endsWithSector(magic) : head.has(offset, magic);
        }
    }

    /** Files that hold files. */
    public static final class Archives extends KnownFormats {
        /** For the service loader. */
        public Archives() {
            super(
                    "other-archive",
                    Kind.ARCHIVES,
                    List.of(
                            new Known("iso9660", 0x8001, "CD001", "iso"),
                            new Known("udf", 0x8001, "BEA01", "iso"),
                            new Known("rar", 0, "Rar!\u001a\u0007", "rar"),
                            new Known("cab", 0, "MSCF\0\0\0\0", "cab"),
                            new Known("wim", 0, "MSWIM\0\0\0", "wim", "esd"),
                            new Known("ace", 7, "**ACE**", "ace"),
                            new Known("lzh", 2, "-lh0-", "lzh", "lha"),
                            new Known("lzh", 2, "-lh1-"),
                            new Known("lzh", 2, "-lh5-"),
                            new Known("lzh", 2, "-lh6-"),
                            new Known("lzh", 2, "-lh7-"),
                            new Known("stuffit", 0, "StuffIt (c)", "sit"),
                            new Known("stuffit", 0, "StuffIt!", "sitx"),
                            new Known("xar", 0, "xar!\0\u001c", "xar", "xip"),
                            new Known("zoo", 20, "\u00dc\u00a7\u00c4\u00fd", "zoo"),
                            new Known("squashfs", 0, "hsqs", "squashfs", "sqsh", "snap"),
                            new Known("cramfs", 0, "E=\u00cd(", "cramfs"),
                            new Known("romfs", 0, "-rom1fs-"),
                            new Known("erofs", 1024, "\u00e2\u00e1\u00f5\u00e0", "erofs"),
                            new Known("rpm", 0, "\u00ed\u00ab\u00ee\u00db", "rpm"),
                            new Known("deb", 0, "!<arch>\ndebian-binary", "deb"),
                            new Known("lzip", 0, "LZIP\u0001", "lz"),
                            new Known("lzop", 0, "\u0089LZO\0\r\n\u001a\n", "lzo"),
                            new Known("lrzip", 0, "LRZI", "lrz"),
                            new Known("zpaq", 0, "7kSt", "zpaq"),
                            new Known("snappy", 0, "\u00ff\u0006\0\0sNaPpY", "sz"),
                            new Known("partclone", 0, "partclone-image"),
                            new Known("ntfsclone", 0, "\0ntfsclone-image"),
                            new Known("vma", 0, "VMA\0", "vma"),
                            new Known("tape", 0, "TAPE\0\0", "bkf")));
        }
    }

    /** Files that hold a disk. */
    public static final class Images extends KnownFormats {
        private static final String QEMU = "QEMU reads it: qemu:FORMAT:PATH, with FORMAT ";

        /** For the service loader. */
        public Images() {
            super(
                    "other-image",
                    Kind.IMAGES,
                    List.of(
                            new Known("qed", 0, "QED\0", Set.of("qed"), QEMU + "qed"),
                            new Known("parallels", 0, "WithoutFreeSpace", Set.of("hdd", "hds"), QEMU + "parallels"),
                            new Known("parallels", 0, "WithouFreSpacExt", Set.of("hdd", "hds"), QEMU + "parallels"),
                            new Known("cow", 0, "OOOM\0\0\0\u0002", "cow"),
                            new Known("bochs", 0, "Bochs Virtual HD Image", Set.of("bochs"), QEMU + "bochs"),
                            new Known("cloop", 0, "#!/bin/sh\n#V2.0 Format\n", Set.of("cloop"), QEMU + "cloop"),
                            new Known("dmg", -1, "koly", Set.of("dmg"), QEMU + "dmg"),
                            new Known("ewf", 0, "EVF\t\r\n\u00ff\0", "e01"),
                            new Known("ewf2", 0, "EVF2\r\n\u0081\0", "ex01"),
                            new Known("aff", 0, "AFF10\r\n\0", "aff")));
        }
    }

    private final String name;
    private final Kind kind;
    private final List<Known> formats;
    private final Set<String> extensions;

    KnownFormats(String name, Kind kind, List<Known> formats) {
        this.name = name;
        this.kind = kind;
        this.formats = formats;
        extensions = formats.stream()
                .flatMap(format -> format.extensions().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public Set<String> extensions() {
        return extensions;
    }

    private @Nullable Known of(Head head) {
        return formats.stream().filter(known -> known.isIn(head)).findFirst().orElse(null);
    }

    @Override
    public boolean probe(Head head) {
        return of(head) != null;
    }

    @Override
    public String format(Head head) {
        Known known = of(head);
        return known == null ? name : known.name();
    }

    @Override
    public Look look(Unit container, Siblings siblings, @Nullable String part) throws IOException {
        Known known = of(Head.of(container));
        throw new IOException(
                known == null
                        ? "its format is not known"
                        : "the format " + known.name() + " is not looked into; " + known.advice());
    }
}
