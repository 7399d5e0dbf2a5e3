package io.compscan.image.catar;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The archives of Proxmox Backup, version 1: what {@code pxar create} writes, and a client in one piece. They derive from those of casync.
 *
 * <p>Numbers of users have 4 bytes, times are seconds and nanoseconds, and names of users are not stored. Flags of {@code chattr}, which are
 * taken for 0, and numbers of projects are not read.
 */
final class ProxmoxFormat extends ArchiveFormat {

    private static final int ENTRY_BYTES = HEAD_BYTES + 40;
    private static final int MAX_ATTRIBUTE_NAME_BYTES = 255;

    private static final long ENTRY = 0xd5956474e588acefL;
    private static final long HARD_LINK = 0x51269c8422bd7275L;
    private static final Types TYPES = new Types(
            0x16701121063917b3L,
            0x28147a1b0b7c1a25L,
            0x27f971e7dbf5dc5fL,
            0x9fc9e906586d5ce9L,
            0x2fec4fa642d5731dL,
            0xef5eed5b753e1555L);

    ProxmoxFormat() {
        super(RecordHead.TYPE_FIRST, TYPES, AttributeRecords.Program.PROXMOX);
    }

    @Override
    NameTable names() {
        return new NameTable(0x83ac3f1cfbb450dbL, 0xaa4f1b6879369fbdL);
    }

    @Override
    byte[] facts(FileFacts file) {
        return head(buffer(ENTRY_BYTES), ENTRY_BYTES, ENTRY)
                .putLong(Integer.toUnsignedLong(file.mode()))
                .putLong(0)
                .putInt(file.user().number())
                .putInt(file.group().number())
                .putLong(Math.floorDiv(file.modifiedNanos(), 1_000_000_000L))
                .putInt((int) Math.floorMod(file.modifiedNanos(), 1_000_000_000L))
                .putInt(0)
                .array();
    }

    @Override
    ByteBuffer item(ByteBuffer to, long hash, long offset, long size) {
        return to.putLong(hash).putLong(offset).putLong(size);
    }

    /** Those of files and directories, as the kernel lists them. Of security, access lists of Samba and capabilities are stored. */
    @Override
    Map<String, byte[]> attributes(FileFacts file, Map<String, byte[]> all) {
        if (!file.isFile() && !file.isDirectory()) {
            return Map.of();
        }
        Map<String, byte[]> stored = new LinkedHashMap<>(all);
        stored.keySet().removeIf(name -> name.length() > MAX_ATTRIBUTE_NAME_BYTES);
        return stored;
    }

    @Override
    boolean crossesFileSystems() {
        return false;
    }

    @Override
    boolean storesHardLinks() {
        return true;
    }

    @Override
    ByteBuffer hardLink(long distance, byte[] other) {
        int size = HEAD_BYTES + Long.BYTES + other.length + 1;
        return head(buffer(size), size, HARD_LINK)
                .putLong(distance)
                .put(other)
                .put((byte) 0)
                .flip();
    }
}
