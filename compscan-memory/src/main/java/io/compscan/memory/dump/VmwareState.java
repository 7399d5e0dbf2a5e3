package io.compscan.memory.dump;

import io.compscan.core.source.PathName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * VMware's saved states and snapshots with memory, {@code .vmss} and {@code .vmsn}.
 *
 * <pre>
 *   header   | magic | version | number of groups |                        12 bytes
 *   group    | name, 64 bytes | position of its tags: 64 bits | size |     80 bytes each
 *   tag      | flags: 8 bits, length of the name: 8 bits | name | indexes of 32 bits | value |
 *   flags    bits 6-7: number of indexes; bits 0-5: bytes of the value, or 62 or 63 for a block:
 *   block    | bytes in the file | bytes in memory | padding: 16 bits | ... | bytes |    64 bits each, 32 with the first magic
 * </pre>
 *
 * The group {@code memory} has the block {@code Memory}, and {@code regionPageNum}, {@code regionPPN} and {@code regionSize} in pages where
 * memory has holes. Where the block is missing, memory lies in the {@code .vmem} beside it.
 */
final class VmwareState {

    private static final int NARROW = 0xbed2bed0;
    private static final List<Integer> MAGICS = List.of(NARROW, 0xbad1bad1, 0xbed2bed2, 0xbed3bed3);

    private static final int HEADER_BYTES = 12;
    private static final int GROUP_BYTES = 80;
    private static final int MOST_GROUPS = 1 << 12;
    private static final int MOST_TAGS = 1 << 20;
    private static final int PAGE_BYTES = 4096;
    private static final int FIRST_BLOCK = 62;

    private final DumpFile file;
    private final boolean isNarrow;
    private long position;
    private long blockOffset = -1;
    private long blockBytes;
    /** By name and number. */
    private final Map<String, Map<Long, Long>> regions = new HashMap<>();

    private VmwareState(DumpFile file, boolean isNarrow) {
        this.file = file;
        this.isNarrow = isNarrow;
    }

    static boolean isMagic(int magic) {
        return MAGICS.contains(magic);
    }

    /** Where the pages lie. */
    static List<PageRange> ranges(DumpFile file) throws IOException {
        ByteBuffer header = file.bytes(0, HEADER_BYTES);
        long groups = Integer.toUnsignedLong(header.getInt(8));
        if (groups > MOST_GROUPS) {
            throw new IOException("a VMware state of " + groups + " groups");
        }
        VmwareState state = new VmwareState(file, header.getInt(0) == NARROW);
        for (int i = 0; i < groups; i++) {
            ByteBuffer group = file.bytes(HEADER_BYTES + (long) i * GROUP_BYTES, GROUP_BYTES);
            if (text(group, 64).equals("memory")) {
                state.position = group.getLong(64);
                state.readTags();
            }
        }
        if (state.blockOffset < 0) {
            throw new IOException("a VMware state without memory; scan the .vmem file beside it");
        }
        return state.ranges();
    }

    private static String text(ByteBuffer from, int most) {
        byte[] bytes = new byte[most];
        from.get(0, bytes);
        int length = 0;
        while (length < most && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    private ByteBuffer take(int length) throws IOException {
        ByteBuffer bytes = file.bytes(position, length);
        position += length;
        return bytes;
    }

    private long takeSize() throws IOException {
        return isNarrow ? Integer.toUnsignedLong(take(4).getInt()) : take(8).getLong();
    }

    private void readTags() throws IOException {
        for (int i = 0; i < MOST_TAGS; i++) {
            ByteBuffer tag = take(2);
            int flags = Byte.toUnsignedInt(tag.get(0));
            int nameBytes = Byte.toUnsignedInt(tag.get(1));
            if (nameBytes == 0) {
                return;
            }
            String name = text(take(nameBytes), nameBytes);
            int indexes = flags >> 6;
            long index = 0;
            for (int j = 0; j < indexes; j++) {
                long next = Integer.toUnsignedLong(take(4).getInt());
                index = j == 0 ? next : index;
            }
            int valueBytes = flags & 63;
            if (valueBytes >= FIRST_BLOCK) {
                takeBlock(name);
            } else {
                takeValue(name, index, take(valueBytes));
            }
        }
        throw new IOException("a VMware state of more than " + MOST_TAGS + " tags");
    }

    private void takeBlock(String name) throws IOException {
        long inFile = takeSize();
        long inMemory = takeSize();
        int paddingBytes = Short.toUnsignedInt(take(2).getShort());
        position += paddingBytes;
        if (inFile < 0 || inFile > file.sizeBytes() - position) {
            throw new IOException(
                    "a VMware state whose block " + PathName.of(name) + " lies beyond the end of the file");
        }
        if (name.equals("Memory")) {
            if (inFile != inMemory) {
                throw new IOException("a VMware state with compressed memory, which is not supported");
            }
            blockOffset = position;
            blockBytes = inFile;
        }
        position += inFile;
    }

    private void takeValue(String name, long index, ByteBuffer value) {
        if (name.startsWith("region") && value.remaining() == 4) {
            regions.computeIfAbsent(name, unused -> new HashMap<>()).put(index, Integer.toUnsignedLong(value.getInt()));
        }
    }

    private List<PageRange> ranges() {
        Map<Long, Long> sizes = regions.getOrDefault("regionSize", Map.of());
        List<PageRange> ranges = new ArrayList<>();
        sizes.forEach((number, pages) -> {
            long first = of("regionPageNum", number);
            long frame = of("regionPPN", number);
            ranges.add(new PageRange(frame * PAGE_BYTES, blockOffset + first * PAGE_BYTES, pages));
        });
        if (ranges.isEmpty()) {
            ranges.add(new PageRange(0, blockOffset, blockBytes / PAGE_BYTES));
        }
        return ranges;
    }

    private long of(String name, long number) {
        return regions.getOrDefault(name, Map.of()).getOrDefault(number, 0L);
    }
}
