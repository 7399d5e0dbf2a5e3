package io.compscan.image.partition;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.core.source.PathName;
import io.compscan.image.disk.ImageFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A physical volume of LVM2 and the linear logical volumes on it.
 *
 * <pre>
 *   label      in one of the first four sectors: 0 "LABELONE"   20 offset of the rest   24 "LVM2 001"
 *   rest       0 UUID   32 size   40 data areas: offset, size ... 0 0, then metadata areas: offset, size ... 0 0
 *   metadata   4 magic   24 offset of the area   32 its size   40 text: offset, length      the text wraps around behind the first 512 bytes
 * </pre>
 *
 * @param name the volume group and the logical volume
 * @param pieces where it lies in the physical volume, in its own order
 */
record LvmVolume(String name, List<DiskPart> pieces) {

    private static final int SECTOR_BYTES = 512;
    private static final int LABEL_SECTORS = 4;
    private static final int MAX_AREAS = 16;
    private static final long MAX_TEXT_BYTES = 2 << 20;
    private static final int MAX_SEGMENTS = 1 << 20;

    /** Where the label is; -1 if the range is no physical volume. */
    private static long label(ImageFile disk, DiskPart range) throws IOException {
        for (int i = 0; i < LABEL_SECTORS && (i + 1L) * SECTOR_BYTES <= range.length(); i++) {
            long at = range.start() + (long) i * SECTOR_BYTES;
            if (disk.u64(at, LITTLE_ENDIAN) == 0x454e4f4c4542414cL
                    && disk.u64(at + 24, LITTLE_ENDIAN) == 0x31303020324d564cL) {
                return at;
            }
        }
        return -1;
    }

    /** Whether a physical volume begins in the range. */
    static boolean isAt(ImageFile disk, DiskPart range) throws IOException {
        return label(disk, range) >= 0;
    }

    /** The logical volumes in a range that is a physical volume; refuses a group that is more than this volume holds. */
    static List<LvmVolume> in(ImageFile disk, DiskPart range) throws IOException {
        long label = label(disk, range);
        long header = label + disk.u32(label + 20, LITTLE_ENDIAN);
        String uuid = new String(disk.bytes(header, 32), StandardCharsets.US_ASCII);
        long at = header + 40;
        for (int i = 0; disk.u64(at, LITTLE_ENDIAN) != 0; i++, at += 16) {
            if (i == MAX_AREAS) {
                throw new IOException("damaged: a physical volume of LVM2 with too many areas");
            }
        }
        at += 16;
        long area = disk.u64(at, LITTLE_ENDIAN);
        if (area == 0) {
            throw new IOException("a physical volume of LVM2 that does not describe its group");
        }
        String text = text(disk, range.start() + area);
        return text.isEmpty() ? List.of() : volumes(LvmText.parse(text), uuid, range);
    }

    private static String text(ImageFile disk, long area) throws IOException {
        long areaBytes = disk.u64(area + 32, LITTLE_ENDIAN);
        long offset = disk.u64(area + 40, LITTLE_ENDIAN);
        long length = disk.u64(area + 48, LITTLE_ENDIAN);
        if (length == 0) {
            return "";
        }
        if (length < 0
                || length > MAX_TEXT_BYTES
                || offset < SECTOR_BYTES
                || offset >= areaBytes
                || length > areaBytes) {
            throw new IOException("damaged: the description of the volume group does not lie in its area");
        }
        long toEnd = Math.min(length, areaBytes - offset);
        byte[] text = new byte[(int) length];
        disk.read(area + offset, text, 0, (int) toEnd);
        disk.read(area + SECTOR_BYTES, text, (int) toEnd, (int) (length - toEnd));
        int end = text.length;
        while (end > 0 && text[end - 1] == 0) {
            end--;
        }
        return new String(text, 0, end, StandardCharsets.UTF_8);
    }

    private static List<LvmVolume> volumes(LvmText all, String uuid, DiskPart range) throws IOException {
        List<LvmVolume> volumes = new ArrayList<>();
        for (Map.Entry<String, LvmText> group : all.sections().entrySet()) {
            LvmText description = group.getValue();
            long extentBytes = Math.multiplyExact(description.number("extent_size"), (long) SECTOR_BYTES);
            String here = "";
            long dataStart = 0;
            for (Map.Entry<String, LvmText> pv :
                    description.section("physical_volumes").sections().entrySet()) {
                if (pv.getValue().text("id").replace("-", "").equals(uuid)) {
                    here = pv.getKey();
                    dataStart = Math.multiplyExact(pv.getValue().number("pe_start"), (long) SECTOR_BYTES);
                }
            }
            for (Map.Entry<String, LvmText> lv :
                    description.section("logical_volumes").sections().entrySet()) {
                String name = PathName.of(group.getKey() + "-" + lv.getKey());
                volumes.add(volume(name, lv.getValue(), here, range, new Extents(dataStart, extentBytes)));
            }
        }
        return volumes;
    }

    /** Where the extents of a physical volume begin, and how long each is. */
    private record Extents(long start, long bytes) {}

    private static LvmVolume volume(String name, LvmText lv, String here, DiskPart range, Extents extents)
            throws IOException {
        long count = lv.number("segment_count");
        if (count < 0 || count > MAX_SEGMENTS) {
            throw new IOException("damaged: logical volume " + name + " has " + count + " segments");
        }
        List<DiskPart> pieces = new ArrayList<>();
        long expected = 0;
        for (int i = 1; i <= count; i++) {
            LvmText segment = lv.section("segment" + i);
            List<String> stripes = segment.values().getOrDefault("stripes", List.of());
            boolean isLinear = segment.text("type").equals("striped") && stripes.size() == 2;
            if (!isLinear) {
                throw new IOException("logical volume " + name + " is not linear: it has a segment of the kind "
                        + kind(segment, stripes.size() / 2));
            }
            if (!stripes.get(0).equals(here) || here.isEmpty()) {
                throw new IOException("logical volume " + name + " lies on more than one physical volume");
            }
            if (segment.number("start_extent") != expected) {
                throw new IOException("damaged: logical volume " + name + " has a gap");
            }
            long length = segment.number("extent_count");
            expected += length;
            long from = Math.addExact(extents.start(), Math.multiplyExact(parse(stripes.get(1)), extents.bytes()));
            long bytes = Math.multiplyExact(length, extents.bytes());
            if (from < 0 || bytes <= 0 || from > range.length() - bytes) {
                throw new IOException("truncated or damaged: logical volume " + name + " ends behind its disk");
            }
            pieces.add(new DiskPart(name, range.start() + from, bytes));
        }
        return new LvmVolume(name, pieces);
    }

    /** LVM2 calls a linear segment one with a single stripe. */
    private static String kind(LvmText segment, int stripes) {
        String kind = "\"" + PathName.of(segment.text("type")) + "\"";
        return stripes > 1 ? kind + " over " + stripes + " volumes" : kind;
    }

    private static long parse(String number) throws IOException {
        try {
            return Long.parseLong(number);
        } catch (NumberFormatException e) {
            throw new IOException("damaged: the description of the volume group has no number where it should", e);
        }
    }
}
