package io.compscan.image.vhdx;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.core.source.view.Head;
import io.compscan.image.disk.Disk;
import io.compscan.image.disk.ImageChain;
import io.compscan.image.disk.ImageFile;
import io.compscan.image.disk.MappedDisk;
import io.compscan.image.disk.ParentNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** VHDX: fixed, dynamic and differencing images, whose log is replayed in memory. */
public final class VhdxFormat implements ImageChain.Format {

    private static final String MAGIC = "vhdxfile";
    private static final UUID LOCATOR = UUID.fromString("b04aefb7-d19e-4a81-b789-25b8e9445913");
    private static final int[] HEADERS = {64 << 10, 128 << 10};
    private static final int MAX_PAIRS = 64;

    @Override
    public String name() {
        return "vhdx";
    }

    @Override
    public boolean probe(Head head) {
        return head.has(0, MAGIC);
    }

    @Override
    public Set<String> extensions() {
        return Set.of("vhdx", "avhdx");
    }

    @Override
    public ImageChain.Opened open(ImageFile onDisk, ImageChain chain, @Nullable String part) throws IOException {
        if (part != null) {
            throw new IOException("a VHDX image shows its present state alone");
        }
        ImageFile file = VhdxLog.replayed(onDisk, VhdxHeader.read(onDisk));
        VhdxTables tables = VhdxTables.read(file);
        Disk parent = tables.hasParent() ? parent(file, tables, chain) : null;
        Disk disk = new MappedDisk(new VhdxBlocks(file, tables), tables.sizeBytes(), 0, parent);
        return new ImageChain.Opened(disk, dataWrites(onDisk));
    }

    /** The identifiers of the last writes in both headers: a child remembers one of its parent. */
    private static String dataWrites(ImageFile file) throws IOException {
        StringBuilder all = new StringBuilder();
        for (int place : HEADERS) {
            ByteBuffer id = ByteBuffer.wrap(file.bytes(place + 32, 16)).order(LITTLE_ENDIAN);
            all.append(VhdxHeader.id(id, 0)).append(' ');
        }
        return all.toString();
    }

    /**
     * Opens the parent that the pairs of a locator name.
     *
     * <pre>
     *   0 type   18 pairs   20 pair: 0 offset of the key, 4 of the value, 8 length of the key, 10 of the value      UTF-16, little-endian
     * </pre>
     */
    private static Disk parent(ImageFile file, VhdxTables tables, ImageChain chain) throws IOException {
        long at = tables.locatorOffset();
        if (at == 0) {
            throw new IOException("damaged: a differencing image without a parent");
        }
        ByteBuffer type = ByteBuffer.wrap(file.bytes(at, 16)).order(LITTLE_ENDIAN);
        if (!VhdxHeader.id(type, 0).equals(LOCATOR)) {
            throw new IOException("the way to its parent is of a kind that is not known here");
        }
        Map<String, String> pairs = new HashMap<>();
        int count = file.u16(at + 18, LITTLE_ENDIAN);
        for (int i = 0; i < Math.min(count, MAX_PAIRS); i++) {
            long pair = at + 20 + i * 12L;
            String key = text(file, at + file.u32(pair, LITTLE_ENDIAN), file.u16(pair + 8, LITTLE_ENDIAN));
            pairs.put(key, text(file, at + file.u32(pair + 4, LITTLE_ENDIAN), file.u16(pair + 10, LITTLE_ENDIAN)));
        }
        ParentNames names = new ParentNames();
        names.add(pairs.get("relative_path"));
        names.add(pairs.get("absolute_win32_path"));
        String linkage =
                pairs.getOrDefault("parent_linkage", "").replaceAll("[{}]", "").toLowerCase(Locale.ROOT);
        return names.open(chain, "vhdx", identity -> !linkage.isEmpty() && identity.contains(linkage));
    }

    private static String text(ImageFile file, long offset, int length) throws IOException {
        return new String(file.bytes(offset, length), StandardCharsets.UTF_16LE);
    }
}
