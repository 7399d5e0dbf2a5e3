package io.compscan.image.catar;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** The archives of casync. All numbers have 8 bytes, and a file with two names is stored twice. */
final class CasyncFormat extends ArchiveFormat {

    private static final int ENTRY_BYTES = HEAD_BYTES + 48;

    private static final long ENTRY = 0x1396fabcea5bbb51L;
    private static final long USER = 0xf453131aaeeaccb3L;
    private static final long GROUP = 0x25eb6ac969396a52L;
    private static final Types TYPES = new Types(
            0x6dbb6ebcb3161f0bL,
            0x8b9e1d93d6dcffc9L,
            0x664a6fb6830e0d6cL,
            0xac3dace369dfe643L,
            0xdfd35c5e8327c403L,
            0x57446fa533702943L);

    /** The features that casync stores by default: all that it knows, chunks named by SHA-512/256, no files with the flag "no dump". */
    private static final long FEATURES = 0xb0000001ffeffe26L;

    CasyncFormat() {
        super(RecordHead.SIZE_FIRST, TYPES, AttributeRecords.Program.CASYNC);
    }

    @Override
    NameTable names() {
        return new NameTable(0x8574442b0f1d84b3L, 0x2736ed30d1c22ec1L);
    }

    /** Behind the numbers come the names of user and group, where they have one. */
    @Override
    byte[] facts(FileFacts file) {
        byte[] user = bytes(file.user().name());
        byte[] group = bytes(file.group().name());
        ByteBuffer to = head(buffer(ENTRY_BYTES + textBytes(user) + textBytes(group)), ENTRY_BYTES, ENTRY)
                .putLong(FEATURES)
                .putLong(file.storedMode())
                .putLong(0)
                .putLong(Integer.toUnsignedLong(file.user().number()))
                .putLong(Integer.toUnsignedLong(file.group().number()))
                .putLong(file.modifiedNanos());
        return text(text(to, USER, user), GROUP, group).array();
    }

    @Override
    ByteBuffer item(ByteBuffer to, long hash, long offset, long size) {
        return to.putLong(offset).putLong(size).putLong(hash);
    }

    @Override
    Map<String, byte[]> attributes(FileFacts file, Map<String, byte[]> all) {
        return new TreeMap<>(all);
    }

    @Override
    boolean crossesFileSystems() {
        return true;
    }

    @Override
    boolean storesHardLinks() {
        return false;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
