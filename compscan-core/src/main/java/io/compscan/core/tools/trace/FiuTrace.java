package io.compscan.core.tools.trace;

import java.io.IOException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A block trace of Florida International University (IODedup): a line for each block that was read or written, with its MD5.
 *
 * <pre>
 *   time pid process lba sectors W|R major minor md5          sectors of 512 bytes; a process may have blanks in its name
 * </pre>
 *
 * <p>Only writes are taken: all of them, or the last one to each place, which is the final content of the disk.
 */
final class FiuTrace extends Trace {

    private static final int MAX_LINE_BYTES = 4096;
    private static final Pattern BLANKS = Pattern.compile(" +");
    private static final int FIELDS_BEHIND_PROCESS = 6;
    private static final int SECTOR_BYTES = 512;
    private static final int BLOCK_BYTES = 4096;
    private static final int MD5_BYTES = 16;
    private static final int BLOCK_SECTORS = BLOCK_BYTES / SECTOR_BYTES;

    private final TraceInput in;
    private final boolean isFinal;
    private final ZeroHashes zeros = new ZeroHashes("MD5", MD5_BYTES);

    private FiuTrace(TraceInput in, boolean isFinal) {
        super(in, new TraceScheme("fiu:fixed:" + BLOCK_BYTES, BLOCK_BYTES, BLOCK_BYTES, "fiu:md5", MD5_BYTES));
        this.in = in;
        this.isFinal = isFinal;
    }

    /** Every write counts. */
    static Trace openWritten(TraceInput in) {
        return new FiuTrace(in, false);
    }

    /** The last write to each place counts. */
    static Trace openFinal(TraceInput in) {
        return new FiuTrace(in, true);
    }

    @Override
    void read(TraceVisitor visitor) throws IOException {
        visitor.unit("");
        long number = 0;
        String line = in.line(MAX_LINE_BYTES);
        while (line != null) {
            number++;
            if (!line.isBlank()) {
                read(line, number, visitor);
            }
            line = in.line(MAX_LINE_BYTES);
        }
    }

    private void read(String line, long number, TraceVisitor visitor) throws IOException {
        String[] fields = BLANKS.split(line.strip(), -1);
        int first = fields.length - FIELDS_BEHIND_PROCESS;
        if (first < 3) {
            throw wrong(number, "has " + fields.length + " fields, not 9");
        }
        String direction = fields[first + 2];
        if (direction.equals("R")) {
            return;
        }
        if (!direction.equals("W")) {
            throw wrong(number, "is neither a read nor a write: " + shown(direction));
        }
        long sector = number(fields[first], number);
        long bytes = number(fields[first + 1], number) * SECTOR_BYTES;
        if (bytes < 1 || bytes > BLOCK_BYTES) {
            throw wrong(number, "is a block of " + bytes + " bytes");
        }
        byte[] md5 = md5(fields[first + 5], number);
        boolean isZero = zeros.isZero(md5, 0, (int) bytes);
        if (isFinal) {
            // Partitions begin anywhere, so blocks lie at one of eight offsets.
            String disk = fields[first + 3] + ":" + fields[first + 4] + "+" + sector % BLOCK_SECTORS;
            visitor.write(disk, sector / BLOCK_SECTORS, md5, 0, (int) bytes, isZero);
        } else if (isZero) {
            visitor.zeros((int) bytes, 1);
        } else {
            visitor.chunk(md5, 0, (int) bytes);
        }
    }

    private static long number(String field, long line) throws TraceFormatException {
        if (!field.matches("[0-9]{1,15}")) {
            throw wrong(line, "has no number where one belongs: " + shown(field));
        }
        return Long.parseLong(field);
    }

    private static byte[] md5(String field, long line) throws TraceFormatException {
        if (!field.matches("[0-9a-fA-F]{32}")) {
            throw wrong(line, "does not end with an MD5: " + shown(field));
        }
        return HexFormat.of().parseHex(field);
    }

    private static String shown(String field) {
        String clean = field.replaceAll("[^\\x21-\\x7E]", "?");
        return clean.length() > 40 ? clean.substring(0, 40) + "..." : clean;
    }

    private static TraceFormatException wrong(long line, String what) {
        return new TraceFormatException("line " + line + " " + what);
    }
}
