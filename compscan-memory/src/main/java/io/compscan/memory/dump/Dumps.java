package io.compscan.memory.dump;

import io.compscan.core.source.PathName;
import io.compscan.memory.page.AddressSpace;
import io.compscan.memory.page.FrameIntake;
import io.compscan.memory.page.PageHash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Opens memory dumps, which it recognises by their first bytes. */
public final class Dumps {

    private static final int HEAD_BYTES = 4096;
    private static final String PAGEMAP = "pagemap-";
    private static final String IMAGE = ".img";

    private Dumps() {}

    /**
     * The address spaces in a file, or in a directory with images of CRIU.
     *
     * @param intake takes their pages
     * @throws IOException if there is no dump there that can be scanned; the message is one line for a person
     */
    public static List<AddressSpace> open(Path path, FrameIntake intake) throws IOException {
        return Files.isDirectory(path) ? openImages(path, intake) : List.of(openFile(path, intake));
    }

    private static AddressSpace openFile(Path path, FrameIntake intake) throws IOException {
        DumpFile file = PlainDumpFile.open(path);
        try {
            byte[] head = new byte[HEAD_BYTES];
            int length = file.read(0, head, 0, HEAD_BYTES);
            String text = new String(head, StandardCharsets.ISO_8859_1);
            String refused = Refused.reason(Arrays.copyOf(head, length));
            if (refused != null) {
                throw new IOException(refused);
            }
            String name = PathName.of(path);
            int magic = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt();
            if (magic == ElfCore.MAGIC) {
                return ElfCore.open(name, file, intake);
            }
            if (VmwareState.isMagic(magic)) {
                return RangeSpace.of(name, "vmware", file, VmwareState.ranges(file), intake);
            }
            if (text.startsWith(KdumpSpace.MAGIC)) {
                return KdumpSpace.open(name, file, intake);
            }
            if (text.startsWith(FlattenedFile.MAGIC)) {
                return openFlattened(name, file, intake);
            }
            return openRaw(name, file, intake);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static AddressSpace openFlattened(String name, DumpFile file, FrameIntake intake) throws IOException {
        FlattenedFile whole = FlattenedFile.open(file);
        byte[] head = new byte[KdumpSpace.MAGIC.length()];
        whole.read(0, head, 0, head.length);
        if (new String(head, StandardCharsets.ISO_8859_1).equals(KdumpSpace.MAGIC)) {
            return KdumpSpace.open(name, whole, intake);
        }
        if (ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt() == ElfCore.MAGIC) {
            return ElfCore.open(name, whole, intake);
        }
        throw new IOException("a flattened dump of an unknown format");
    }

    private static AddressSpace openRaw(String name, DumpFile file, FrameIntake intake) throws IOException {
        long pages = file.sizeBytes() / PageHash.PAGE_BYTES;
        if (pages == 0 || file.sizeBytes() % PageHash.PAGE_BYTES != 0) {
            throw new IOException("of an unknown format, and " + file.sizeBytes()
                    + " bytes are no whole pages as a raw dump has them");
        }
        return RangeSpace.of(name, "raw", file, List.of(new PageRange(0, 0, pages)), intake);
    }

    private static List<AddressSpace> openImages(Path directory, FrameIntake intake) throws IOException {
        List<Path> maps;
        try (Stream<Path> files = Files.list(directory)) {
            maps = files.filter(file -> {
                        String name = file.getFileName().toString();
                        return name.startsWith(PAGEMAP) && name.endsWith(IMAGE);
                    })
                    .sorted()
                    .toList();
        }
        if (maps.isEmpty()) {
            throw new IOException("a directory without images of CRIU (" + PAGEMAP + "PID" + IMAGE + ")");
        }
        List<AddressSpace> spaces = new ArrayList<>();
        try {
            for (Path map : maps) {
                spaces.add(openImage(map, intake));
            }
            return spaces;
        } catch (IOException | RuntimeException e) {
            spaces.forEach(AddressSpace::close);
            throw e;
        }
    }

    private static AddressSpace openImage(Path map, FrameIntake intake) throws IOException {
        CriuImage.Image image;
        try (DumpFile file = PlainDumpFile.open(map)) {
            image = CriuImage.read(file);
        } catch (IOException e) {
            throw new IOException(PathName.of(map) + ": " + e.getMessage(), e);
        }
        DumpFile pages = PlainDumpFile.open(map.resolveSibling("pages-" + image.pagesId() + IMAGE));
        try {
            return RangeSpace.of(PathName.of(map), "criu", pages, image.ranges(), intake);
        } catch (IOException | RuntimeException e) {
            pages.close();
            throw e;
        }
    }

    /** A file as it lies on the disk. */
    private static final class PlainDumpFile implements DumpFile {

        private final FileChannel channel;
        private final long sizeBytes;

        private PlainDumpFile(FileChannel channel, long sizeBytes) {
            this.channel = channel;
            this.sizeBytes = sizeBytes;
        }

        static PlainDumpFile open(Path path) throws IOException {
            FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
            try {
                return new PlainDumpFile(channel, channel.size());
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        }

        @Override
        public long sizeBytes() {
            return sizeBytes;
        }

        @Override
        public int read(long offset, byte[] data, int at, int length) throws IOException {
            ByteBuffer into = ByteBuffer.wrap(data, at, length);
            while (into.hasRemaining()) {
                if (channel.read(into, offset + into.position() - at) <= 0) {
                    break;
                }
            }
            return into.position() - at;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
