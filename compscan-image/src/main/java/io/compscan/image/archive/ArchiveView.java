package io.compscan.image.archive;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.view.Head;
import io.compscan.core.source.view.Look;
import io.compscan.core.source.view.View;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shows the files in an archive. */
public abstract sealed class ArchiveView implements View
        permits ArchiveView.Tar, ArchiveView.Zip, ArchiveView.SevenZip, ArchiveView.Cpio, ArchiveView.Packed {

    private static final long DEFAULT_MEMORY_BYTES = 128 << 20;

    private final String name;
    private final Set<String> extensions;

    ArchiveView(String name, String... extensions) {
        this.name = name;
        this.extensions = Set.of(extensions);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Kind kind() {
        return Kind.ARCHIVES;
    }

    @Override
    public Set<String> extensions() {
        return extensions;
    }

    @Override
    public View withUnpackMemory(long bytes) {
        return new Bounded(this, bytes);
    }

    @Override
    public Look look(Unit container, Siblings siblings, @Nullable String part) throws IOException {
        return look(container, part, new UnpackBounds(DEFAULT_MEMORY_BYTES));
    }

    private Look look(Unit container, @Nullable String part, UnpackBounds bounds) throws IOException {
        if (part != null) {
            throw new IOException("\"#" + PathName.of(part) + "\" is not known: an archive is shown as a whole");
        }
        try {
            List<Unit> members = members(container, bounds);
            return new Look(members, List.of(), MemberSiblings.of(members, container.name()), 1);
        } catch (IOException | IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
            throw LibraryFailure.of(e);
        }
    }

    abstract List<Unit> members(Unit container, UnpackBounds bounds) throws IOException;

    /** A view whose streams may have dictionaries of another size. */
    private record Bounded(ArchiveView view, long memoryBytes) implements View {

        @Override
        public String name() {
            return view.name();
        }

        @Override
        public Kind kind() {
            return view.kind();
        }

        @Override
        public Set<String> extensions() {
            return view.extensions();
        }

        @Override
        public boolean probe(Head head) {
            return view.probe(head);
        }

        @Override
        public Look look(Unit container, Siblings siblings, @Nullable String part) throws IOException {
            return view.look(container, part, new UnpackBounds(memoryBytes));
        }
    }

    /** Files one behind another, each behind a header; an OVA is one. */
    public static final class Tar extends ArchiveView {
        /** For the service loader. */
        public Tar() {
            super("tar", "tar", "ova");
        }

        @Override
        public boolean probe(Head head) {
            return head.has(257, "ustar") || isOld(head.first());
        }

        /**
         * Whether this begins as a tar without the magic: one with a label, or one written as before 1988. A checksum is weak, so the header
         * must also have a name, a type and a size, and be followed by another header or by zeros.
         */
        private static boolean isOld(byte[] first) {
            if (first.length < TarHeader.BYTES) {
                return false;
            }
            TarHeader header = new TarHeader(first, 0);
            if (!header.hasName() || !header.isSound() || !header.isOldType() || header.sizeBytes() < 0) {
                return false;
            }
            long next = header.isLink() ? TarHeader.BYTES : TarGroup.behind(TarHeader.BYTES + header.sizeBytes());
            if (next > first.length - TarHeader.BYTES) {
                return true;
            }
            TarHeader behind = new TarHeader(first, (int) next);
            return behind.isZero() || behind.isSound();
        }

        @Override
        List<Unit> members(Unit container, UnpackBounds bounds) throws IOException {
            return TarWalk.members(container);
        }
    }

    /** Files with a directory at the end, each on its own compressed or not. */
    public static final class Zip extends ArchiveView {
        private static final String FILE = "PK\u0003\u0004";

        /** For the service loader. */
        public Zip() {
            super("zip", "zip", "jar");
        }

        @Override
        public boolean probe(Head head) {
            return head.has(0, FILE)
                    || head.has(0, "PK\u0005\u0006")
                    // The first of several parts, and an archive that might have become one.
                    || head.has(0, "PK\u0007\b" + FILE)
                    || head.has(0, "PK00" + FILE);
        }

        @Override
        List<Unit> members(Unit container, UnpackBounds bounds) throws IOException {
            return ZipMembers.of(container, bounds);
        }
    }

    /** Files packed together in blocks, with a directory at the end. */
    public static final class SevenZip extends ArchiveView {
        /** For the service loader. A scheme begins with a letter. */
        public SevenZip() {
            super("sevenzip", "7z");
        }

        @Override
        public boolean probe(Head head) {
            return head.has(0, "7z\u00bc\u00af'\u001c");
        }

        @Override
        List<Unit> members(Unit container, UnpackBounds bounds) throws IOException {
            return SevenZipMembers.of(container, bounds);
        }
    }

    /** Files one behind another, each behind a header, in the formats of cpio. */
    public static final class Cpio extends ArchiveView {
        /** For the service loader. */
        public Cpio() {
            super("cpio", "cpio");
        }

        @Override
        public boolean probe(Head head) {
            return CpioWalk.isHeader(head.first());
        }

        @Override
        List<Unit> members(Unit container, UnpackBounds bounds) throws IOException {
            return CpioWalk.members(container);
        }
    }

    /** One packed stream that begins with a magic number. */
    abstract static sealed class Packed extends ArchiveView permits Gzip, Zstd, Xz, Bzip2, Lz4, Lzma, Compress {
        private final Unpacking unpacking;
        private final String magic;

        Packed(String name, Unpacking unpacking, String magic, String... extensions) {
            super(name, extensions);
            this.unpacking = unpacking;
            this.magic = magic;
        }

        @Override
        public boolean probe(Head head) {
            return head.has(0, magic);
        }

        @Override
        List<Unit> members(Unit container, UnpackBounds bounds) {
            return List.of(PackedUnit.of(container, unpacking, bounds));
        }
    }

    /** One stream, deflated. */
    public static final class Gzip extends Packed {
        /** For the service loader. */
        public Gzip() {
            super("gzip", Unpacking.GZIP, "\u001f\u008b\b", "gz", "tgz");
        }
    }

    /** One stream of Zstandard frames. */
    public static final class Zstd extends Packed {
        private static final String MAGIC = "(\u00b5/\u00fd";

        /** For the service loader. */
        public Zstd() {
            super("zstd", Unpacking.ZSTD, MAGIC, "zst", "tzst");
        }

        @Override
        public boolean probe(Head head) {
            return super.probe(head) || SkippableFrames.lead(head, MAGIC, extensions());
        }
    }

    /** One stream of LZMA2. */
    public static final class Xz extends Packed {
        /** For the service loader. */
        public Xz() {
            super("xz", Unpacking.XZ, "\u00fd7zXZ\0", "xz", "txz");
        }
    }

    /** One stream of blocks of bzip2. */
    public static final class Bzip2 extends Packed {
        /** The first block, or the end of a stream without blocks. */
        private static final List<String> FIRST = List.of("1AY&SY", "\u0017rE8P\u0090");

        /** For the service loader. */
        public Bzip2() {
            super("bzip2", Unpacking.BZIP2, "BZh", "bz2", "tbz2", "tbz");
        }

        @Override
        public boolean probe(Head head) {
            return super.probe(head) && FIRST.stream().anyMatch(first -> head.has(4, first));
        }
    }

    /** One stream of lz4 frames. */
    public static final class Lz4 extends Packed {
        private static final String MAGIC = "\u0004\"M\u0018";

        /** For the service loader. */
        public Lz4() {
            super("lz4", Unpacking.LZ4, MAGIC, "lz4");
        }

        @Override
        public boolean probe(Head head) {
            return super.probe(head) || SkippableFrames.lead(head, MAGIC, extensions());
        }
    }

    /** One stream of LZMA as before xz. It has no magic number, so the extension must name it. */
    public static final class Lzma extends Packed {
        /** For the service loader. */
        public Lzma() {
            super("lzma", Unpacking.LZMA, "]\0\0", "lzma", "tlz");
        }

        @Override
        public boolean probe(Head head) {
            return super.probe(head) && extensions().contains(head.extension());
        }
    }

    /** One stream of codes, as {@code compress} has made it since 1984. */
    public static final class Compress extends Packed {
        /** Codes of up to 16 bits, and one of them clears the table: what {@code compress} writes if nobody asks for another size. */
        private static final String USUAL = "\u001f\u009d\u0090";

        /** For the service loader. */
        public Compress() {
            super("compress", Unpacking.COMPRESS, "\u001f\u009d", "z", "taz");
        }

        /** Two bytes are few for a magic number. Behind them the usual third one must follow, or the extension must name the format. */
        @Override
        public boolean probe(Head head) {
            return head.has(0, USUAL) || (super.probe(head) && extensions().contains(head.extension()));
        }
    }

    /** Frames that Zstandard and lz4 skip; pzstd and writers of files for random access put them first. */
    private static final class SkippableFrames {
        private static final String MAGIC = "*M\u0018";
        private static final int HEADER_BYTES = 8;

        private SkippableFrames() {}

        /** Whether such frames stand before the magic. Where the head ends within one, the extension decides. */
        static boolean lead(Head head, String magic, Set<String> extensions) {
            byte[] first = head.first();
            long at = 0;
            while (at + HEADER_BYTES <= first.length
                    && (first[(int) at] & 0xf0) == 0x50
                    && head.has((int) at + 1, MAGIC)) {
                int size = ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN).getInt((int) at + 4);
                at += HEADER_BYTES + (size & 0xffff_ffffL);
            }
            if (at == 0) {
                return false;
            }
            return at + magic.length() <= first.length
                    ? head.has((int) at, magic)
                    : extensions.contains(head.extension());
        }
    }
}
