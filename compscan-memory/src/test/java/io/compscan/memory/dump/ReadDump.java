package io.compscan.memory.dump;

import io.compscan.memory.page.AddressSpace;
import io.compscan.memory.page.FrameIntake;
import io.compscan.memory.page.MappedPages;
import io.compscan.memory.page.PageHash;
import io.compscan.memory.page.PageReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads all pages of a dump, page by page or several at once. */
final class ReadDump {

    private ReadDump() {}

    /** The pages by address; throws what the reader has failed with. */
    static Map<Long, byte[]> all(Path dump, int atOnce) throws IOException {
        FrameIntake intake = new FrameIntake();
        List<AddressSpace> spaces = Dumps.open(dump, intake);
        intake.seal(spaces);
        Map<Long, byte[]> pages = new TreeMap<>();
        try {
            for (AddressSpace space : spaces) {
                read(space, pages, atOnce);
            }
        } finally {
            spaces.forEach(AddressSpace::close);
        }
        return pages;
    }

    private static void read(AddressSpace space, Map<Long, byte[]> into, int atOnce) throws IOException {
        MappedPages mapped = space.pages();
        byte[] data = new byte[atOnce * PageHash.PAGE_BYTES];
        BitSet got = new BitSet();
        try (PageReader reader = space.open()) {
            for (int page = 0; page < mapped.count(); ) {
                int count = Math.min(atOnce, mapped.runEnd(page) - page);
                reader.read(mapped.address(page), count, data, 0, got);
                for (int i = got.nextSetBit(0); i >= 0; i = got.nextSetBit(i + 1)) {
                    int at = i * PageHash.PAGE_BYTES;
                    into.put(mapped.address(page + i), Arrays.copyOfRange(data, at, at + PageHash.PAGE_BYTES));
                }
                page += count;
            }
            IOException failure = reader.failure();
            if (failure != null) {
                throw failure;
            }
        }
    }
}
