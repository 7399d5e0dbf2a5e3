package io.compscan.core.tools.trace;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The deduplication table of a ZFS pool, as {@code zdb -DDDDD POOL} prints it: a line for each block.
 *
 * <pre>
 *   index 3a refcnt 2 single DVA[0]=&lt;0:1a000:20000&gt; [L0 deduplicated block] sha256 lz4 unencrypted LE contiguous dedup single
 *         size=20000L/9000P birth=80L/80P fill=1 cksum=a:b:c:d                             one line; numbers but refcnt are hexadecimal
 * </pre>
 *
 * <p>From version 2.3 on it says {@code phys 0} instead of {@code single}. All other lines are passed over. The checksum covers the block
 * as it lies on the disk. Format: {@code dump_ddt_entry} of zdb.c, {@code SNPRINTF_BLKPTR} of spa.h.
 */
final class ZdbTable extends Trace {

    private static final int MAX_LINE_BYTES = 4096;
    private static final int MOST_BLOCK_BYTES = 16 << 20;
    private static final int CHECKSUM_WORDS = 4;
    private static final int CHECKSUM_BYTES = CHECKSUM_WORDS * Long.BYTES;
    private static final Set<String> CHECKSUMS =
            Set.of("sha256", "sha512", "skein", "edonr", "blake3", "fletcher2", "fletcher4");

    private final TraceInput in;

    private ZdbTable(TraceInput in) {
        super(in, new TraceScheme("zfs:blocks", MOST_BLOCK_BYTES, 0, "zfs:checksum", CHECKSUM_BYTES, List.of("zfs")));
        this.in = in;
    }

    /** A text has no header. */
    static Trace open(TraceInput in) {
        return new ZdbTable(in);
    }

    @Override
    void read(TraceVisitor visitor) throws IOException {
        visitor.unit("");
        long entries = 0;
        long number = 0;
        for (String line = in.line(MAX_LINE_BYTES); line != null; line = in.line(MAX_LINE_BYTES)) {
            number++;
            if (line.startsWith("index ")) {
                entries++;
                entry(line.strip().split(" +", -1), number, visitor);
            }
        }
        if (entries == 0) {
            throw new TraceFormatException("no entry of a deduplication table; zdb -DDDDD prints them, four D do not");
        }
    }

    private static void entry(String[] words, long line, TraceVisitor visitor) throws IOException {
        if (words.length < 4 || !words[2].equals("refcnt")) {
            throw wrong(line, "has no refcnt");
        }
        String checksum = "";
        String size = null;
        String sum = null;
        for (int i = 4; i < words.length; i++) {
            if (words[i].endsWith("block]") && i + 1 < words.length) {
                checksum = words[i + 1];
            } else if (words[i].startsWith("size=")) {
                size = words[i].substring("size=".length());
            } else if (words[i].startsWith("cksum=")) {
                sum = words[i].substring("cksum=".length());
            }
        }
        if (!CHECKSUMS.contains(checksum)) {
            throw wrong(line, "has a checksum that is not known: " + shown(checksum));
        }
        long references = decimal(words[3], line);
        int[] sizes = sizes(size, line);
        byte[] key = key(sum, line);
        // A further copy of a block has an entry without references.
        if (references > 0) {
            visitor.chunk(key, 0, sizes[0], references, new int[] {Math.min(sizes[0], sizes[1])});
        }
    }

    private static long decimal(String word, long line) throws TraceFormatException {
        if (!word.matches("[0-9]{1,12}")) {
            throw wrong(line, "has no number of references: " + shown(word));
        }
        return Long.parseLong(word);
    }

    /** The length of the block, and its stored size. */
    private static int[] sizes(@Nullable String text, long line) throws TraceFormatException {
        if (text == null || !text.matches("[0-9a-f]{1,7}L/[0-9a-f]{1,7}P")) {
            throw wrong(line, "has no size: " + shown(text == null ? "" : text));
        }
        int slash = text.indexOf('/');
        int length = Integer.parseInt(text.substring(0, slash - 1), 16);
        int stored = Integer.parseInt(text.substring(slash + 1, text.length() - 1), 16);
        if (length < 1 || length > MOST_BLOCK_BYTES || stored < 1) {
            throw wrong(line, "is a block of " + length + " bytes that takes " + stored);
        }
        return new int[] {length, stored};
    }

    private static byte[] key(@Nullable String text, long line) throws TraceFormatException {
        String[] words = text == null ? new String[0] : text.split(":", -1);
        if (words.length != CHECKSUM_WORDS) {
            throw wrong(line, "has no checksum of four words");
        }
        byte[] key = new byte[CHECKSUM_BYTES];
        for (int i = 0; i < CHECKSUM_WORDS; i++) {
            if (!words[i].matches("[0-9a-f]{1,16}")) {
                throw wrong(line, "has no checksum of four words");
            }
            long word = Long.parseUnsignedLong(words[i], 16);
            for (int b = 0; b < Long.BYTES; b++) {
                key[i * Long.BYTES + b] = (byte) (word >>> (Long.SIZE - Byte.SIZE * (b + 1)));
            }
        }
        return key;
    }

    private static String shown(String word) {
        String clean = word.replaceAll("[^\\x21-\\x7E]", "?");
        return clean.length() > 40 ? clean.substring(0, 40) + "..." : clean;
    }

    private static TraceFormatException wrong(long line, String what) {
        return new TraceFormatException("line " + line + " " + what);
    }
}
