package io.compscan.memory.dump;

import io.compscan.fuzz.FuzzTarget;
import io.compscan.fuzz.FuzzTargets;
import io.compscan.fuzz.Scratch;
import io.compscan.testing.Survival;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Dumps of memory, format by format, and the ways in which their pages are packed. */
public final class DumpTargets implements FuzzTargets {

    private static final int PAGES_AT_ONCE = 64;
    /** So many pages fit the memory that a try may take. */
    private static final int MOST_PAGES = 8192;

    private final Path directory = Scratch.directory();

    /** For the service loader. */
    public DumpTargets() {}

    /** The method of {@link Lzo} or {@link Snappy} that unpacks a page. */
    private interface Unpacking {
        int unpack(byte[] packed, int size, byte[] data, int at, int room) throws IOException;
    }

    @Override
    public List<FuzzTarget> all() {
        return List.of(
                target("elf", Fixtures.elf(0x3f8, new long[] {0, 0, 0, 4}, new long[] {0, 0x100000, 4, 5})),
                target("kdump", Fixtures.kdump()),
                target("flattened", Fixtures.flattened(Fixtures.kdump(), 3000)),
                target("vmware", Fixtures.vmware(0xbed2bed2), Fixtures.vmware(0xbed2bed0)),
                new FuzzTarget("dump-criu", () -> List.of(Fixtures.criuPagemap(1)), this::criu),
                new FuzzTarget(
                        "dump-lzo",
                        () -> List.of(new byte[] {21, 1, 2, 3, 4, 17, 0, 0}),
                        input -> page(input, Lzo::unpack)),
                new FuzzTarget(
                        "dump-snappy",
                        () -> List.of(new byte[] {8, 12, 1, 2, 3, 4, 1, 4}),
                        input -> page(input, Snappy::unpack)));
    }

    private FuzzTarget target(String format, byte[]... seeds) {
        return new FuzzTarget("dump-" + format, () -> List.of(seeds), input -> {
            Path file = directory.resolve("dump");
            Files.write(file, input);
            read(input, file);
        });
    }

    private void criu(byte[] input) throws IOException {
        Path images = directory.resolve("images");
        if (!Files.exists(images)) {
            Files.createDirectory(images);
            Files.write(images.resolve("pages-1.img"), Fixtures.pages(0, 8));
        }
        Files.write(images.resolve("pagemap-1.img"), input);
        read(input, images);
    }

    private static void read(byte[] input, Path dump) {
        Survival.of(
                FuzzTarget.brief(input),
                IOException.class,
                () -> ReadDump.all(dump, PAGES_AT_ONCE).size() <= MOST_PAGES);
    }

    /** Unpacks a page, and checks that the bytes around its room do not change. */
    private static void page(byte[] input, Unpacking unpacking) {
        Survival.of(FuzzTarget.brief(input), IOException.class, () -> {
            byte[] data = new byte[3 * 4096];
            int got = unpacking.unpack(input, input.length, data, 4096, 4096);
            boolean isInside = got >= 0
                    && got <= 4096
                    && Arrays.equals(data, 0, 4096, new byte[4096], 0, 4096)
                    && Arrays.equals(data, 8192, 12288, new byte[4096], 0, 4096);
            if (!isInside) {
                throw new AssertionError(got + " bytes, and not all in their place");
            }
            return true;
        });
    }
}
