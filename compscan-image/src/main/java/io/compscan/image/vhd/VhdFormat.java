package io.compscan.image.vhd;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.compscan.core.source.view.Head;
import io.compscan.image.disk.Disk;
import io.compscan.image.disk.ImageChain;
import io.compscan.image.disk.ImageFile;
import io.compscan.image.disk.MappedDisk;
import io.compscan.image.disk.ParentNames;
import io.compscan.image.disk.RawDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * VHD: fixed, dynamic and differencing images.
 *
 * <pre>
 *   fixed     | data | footer |
 *   dynamic   | copy of the footer | header | table | blocks ... | footer |
 *   header    0 "cxsparse"   16 offset of the table   28 entries   32 block size   36 checksum   40 parent's UUID
 *             64 parent's name   576 eight locators: 0 code, 8 length, 16 offset of the name
 * </pre>
 */
public final class VhdFormat implements ImageChain.Format {

    private static final String HEADER_MAGIC = "cxsparse";
    private static final int HEADER_BYTES = 1024;
    private static final int HEADER_CHECKSUM_AT = 36;
    private static final int PARENT_UUID_AT = 40;
    private static final int PARENT_NAME_AT = 64;
    private static final int PARENT_NAME_BYTES = 512;
    private static final int LOCATORS_AT = 576;
    private static final int LOCATORS = 8;
    private static final int LOCATOR_BYTES = 24;
    private static final int MAX_NAME_BYTES = 4096;
    private static final String RELATIVE_WINDOWS_NAME = "W2ru";
    private static final String ABSOLUTE_WINDOWS_NAME = "W2ku";
    private static final int SECTOR_BYTES = 512;

    @Override
    public String name() {
        return "vpc";
    }

    @Override
    public boolean probe(Head head) {
        boolean isFixed = extensions().contains(head.extension()) && head.endsWithSector(VhdFooter.MAGIC);
        return isFixed || head.has(0, VhdFooter.MAGIC);
    }

    @Override
    public Set<String> extensions() {
        return Set.of("vhd", "avhd");
    }

    @Override
    public ImageChain.Opened open(ImageFile file, ImageChain chain, @Nullable String part) throws IOException {
        if (part != null) {
            throw new IOException("a VHD image shows its present state alone");
        }
        long end = file.sizeBytes() - VhdFooter.BYTES;
        VhdFooter footer = VhdFooter.of(file.bytes(end, VhdFooter.BYTES));
        Disk disk = switch (footer.type()) {
            case VhdFooter.FIXED -> fixed(file, footer, end);
            case VhdFooter.DYNAMIC -> blocks(file, footer, null);
            case VhdFooter.DIFFERENCING -> blocks(file, footer, parent(file, footer, chain));
            default -> throw new IOException("type " + footer.type() + " is not known");
        };
        return new ImageChain.Opened(disk, footer.uuid());
    }

    private static Disk fixed(ImageFile file, VhdFooter footer, long end) throws IOException {
        if (footer.sizeBytes() > end) {
            throw new IOException(
                    "truncated: a disk of " + footer.sizeBytes() + " bytes in a file of " + file.sizeBytes());
        }
        return RawDisk.of(file, 0, footer.sizeBytes());
    }

    private static Disk blocks(ImageFile file, VhdFooter footer, @Nullable Disk parent) throws IOException {
        byte[] header = header(file, footer);
        ByteBuffer numbers = ByteBuffer.wrap(header);
        long tableOffset = numbers.getLong(16);
        long entries = numbers.getInt(28) & 0xffff_ffffL;
        long blockBytes = numbers.getInt(32) & 0xffff_ffffL;
        if (blockBytes < SECTOR_BYTES || Long.bitCount(blockBytes) != 1) {
            throw new IOException("damaged: blocks of " + blockBytes + " bytes");
        }
        long size = footer.sizeBytes();
        if (entries < size / blockBytes + (size % blockBytes == 0 ? 0 : 1)) {
            throw new IOException("damaged: " + entries + " blocks for a disk of " + size + " bytes");
        }
        if (tableOffset < 0 || tableOffset > file.sizeBytes() - entries * Integer.BYTES) {
            throw new IOException("truncated or damaged: the table of blocks lies at byte "
                    + Long.toUnsignedString(tableOffset) + ", but the file has " + file.sizeBytes());
        }
        return new MappedDisk(new VhdBlocks(file, tableOffset, blockBytes), size, 0, parent);
    }

    private static byte[] header(ImageFile file, VhdFooter footer) throws IOException {
        byte[] header = file.bytes(footer.headerOffset(), HEADER_BYTES);
        if (!new String(header, 0, HEADER_MAGIC.length(), StandardCharsets.ISO_8859_1).equals(HEADER_MAGIC)) {
            throw new IOException("damaged: there is no header where the footer says");
        }
        VhdFooter.checkSum(header, HEADER_BYTES, HEADER_CHECKSUM_AT, "header");
        return header;
    }

    private static Disk parent(ImageFile file, VhdFooter footer, ImageChain chain) throws IOException {
        byte[] header = header(file, footer);
        String uuid = HexFormat.of().formatHex(header, PARENT_UUID_AT, PARENT_UUID_AT + 16);
        ParentNames names = new ParentNames();
        names.add(locator(file, header, RELATIVE_WINDOWS_NAME));
        names.add(locator(file, header, ABSOLUTE_WINDOWS_NAME));
        String name = new String(header, PARENT_NAME_AT, PARENT_NAME_BYTES, StandardCharsets.UTF_16BE);
        int end = name.indexOf('\0');
        names.add(end < 0 ? name : name.substring(0, end));
        return names.open(chain, "vpc", uuid::equals);
    }

    /** The name that a locator of this code leads to; null if there is none. */
    private static @Nullable String locator(ImageFile file, byte[] header, String code) throws IOException {
        Charset charset = StandardCharsets.UTF_16LE;
        for (int i = 0; i < LOCATORS; i++) {
            int at = LOCATORS_AT + i * LOCATOR_BYTES;
            if (new String(header, at, code.length(), StandardCharsets.ISO_8859_1).equals(code)) {
                ByteBuffer locator =
                        ByteBuffer.wrap(header, at, LOCATOR_BYTES).slice().order(BIG_ENDIAN);
                long length = locator.getInt(8) & 0xffff_ffffL;
                return new String(file.bytes(locator.getLong(16), Math.min(length, MAX_NAME_BYTES)), charset);
            }
        }
        return null;
    }
}
