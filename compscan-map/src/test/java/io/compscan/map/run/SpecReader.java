package io.compscan.map.run;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * A second reader of runs, written from {@code docs/reference/run-format.md} alone: slow, plain, bit by bit, sharing no code with the first.
 *
 * <p>It names every byte that it passes; {@link #dump} is the example in that document.
 */
final class SpecReader {

    private static final int HEADER = 16;
    private static final int TRAILER = 32;

    private final byte[] file;
    private final List<Span> spans = new ArrayList<>();
    private int at;

    /** Bytes with a meaning. */
    private record Span(int from, int to, String meaning) {}

    /** A table as the footer names it, and the entries as the blocks have them: key in hex, references, fields. */
    record Table(
            String name,
            int keyBytes,
            Map<String, Integer> fields,
            Map<String, String> attributes,
            long entryCount,
            long references,
            List<List<Object>> entries) {}

    SpecReader(byte[] bytes) {
        file = bytes.clone();
    }

    private BigInteger number(int length, String meaning) {
        byte[] big = new byte[length + 1];
        for (int i = 0; i < length; i++) {
            big[length - i] = file[at + i];
        }
        BigInteger value = new BigInteger(big);
        pass(length, meaning.replace("%d", value.toString()));
        return value;
    }

    private int small(int length, String meaning) {
        return number(length, meaning).intValueExact();
    }

    private void pass(int length, String meaning) {
        if (length > 0) {
            spans.add(new Span(at, at + length, meaning));
        }
        at += length;
    }

    private String text(String what) {
        int length = small(4, what + " has %d bytes");
        String text = new String(file, at, length, StandardCharsets.UTF_8);
        pass(length, "\"" + text + "\"");
        return text;
    }

    private void checksum(int from, int to, String of) {
        CRC32C crc = new CRC32C();
        crc.update(file, from, to - from);
        expect(number(4, "checksum of " + of).longValueExact(), crc.getValue());
    }

    private static void expect(long found, long wanted) {
        if (found != wanted) {
            throw new AssertionError("found " + found + ", not " + wanted);
        }
    }

    List<Table> read() {
        at = 0;
        pass(8, "magic");
        expect(small(4, "version %d"), 1);
        checksum(0, 12, "the header");
        at = file.length - TRAILER;
        int footer = small(8, "the footer begins at %d");
        int footerBytes = small(4, "it has %d bytes");
        checksum(footer, footer + footerBytes, "the footer");
        expect(small(4, "version %d"), 1);
        checksum(file.length - TRAILER, file.length - TRAILER + 20, "the trailer");
        pass(8, "magic of the end");
        expect(footer + footerBytes, (long) file.length - TRAILER);
        at = footer;
        List<Table> tables = new ArrayList<>();
        int tableCount = small(4, "%d table(s)");
        int offset = HEADER;
        for (int t = 0; t < tableCount; t++) {
            offset = table(tables, offset);
        }
        int metadataBytes = small(4, "the metadata has %d bytes");
        checksum(offset, offset + metadataBytes, "the metadata");
        expect(offset + metadataBytes, footer);
        at = offset;
        pass(metadataBytes, "metadata");
        return tables;
    }

    private int table(List<Table> tables, int offset) {
        String name = text("name:");
        int keyBytes = small(2, "keys of %d bytes");
        Map<String, Integer> fields = new LinkedHashMap<>();
        int fieldCount = small(2, "%d field(s)");
        for (int f = 0; f < fieldCount; f++) {
            fields.put(text("field " + f + ":"), small(1, "of %d byte(s)"));
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        int attributeCount = small(4, "%d attribute(s)");
        for (int a = 0; a < attributeCount; a++) {
            attributes.put(text("attribute:"), text("its value:"));
        }
        long entryCount = number(8, "%d entries").longValueExact();
        long references = number(8, "%d references").longValueExact();
        int blockCount = small(8, "%d block(s)");
        int blocksBytes = small(8, "of %d bytes together");
        long blocksChecksum = number(4, "checksum of the blocks' checksums").longValueExact();
        int indexBytes = blockCount * (keyBytes + 10);
        checksum(offset + blocksBytes, offset + blocksBytes + indexBytes, "the index");
        String firstKey = "";
        String lastKey = "";
        if (entryCount > 0) {
            firstKey = hex(at, keyBytes);
            pass(keyBytes, "first key");
            lastKey = hex(at, keyBytes);
            pass(keyBytes, "last key");
        }
        int back = at;
        List<List<Object>> entries = new ArrayList<>();
        CRC32C all = new CRC32C();
        at = offset;
        for (int b = 0; b < blockCount; b++) {
            int block = at;
            all.update(file, at, 4);
            int first = entries.size();
            block(keyBytes, fieldCount, entries);
            indexEntry(offset + blocksBytes + b * (keyBytes + 10), keyBytes, block, at - block, entries, first);
        }
        expect(at, (long) offset + blocksBytes);
        expect(all.getValue(), blocksChecksum);
        expect(entries.size(), entryCount);
        if (entryCount > 0
                && !(entries.get(0).get(0).equals(firstKey)
                        && entries.get(entries.size() - 1).get(0).equals(lastKey))) {
            throw new AssertionError("first or last key");
        }
        at = back;
        tables.add(new Table(name, keyBytes, fields, attributes, entryCount, references, entries));
        return offset + blocksBytes + indexBytes;
    }

    private void indexEntry(int from, int keyBytes, int block, int blockBytes, List<List<Object>> entries, int first) {
        int back = at;
        at = from;
        if (!hex(at, keyBytes).equals(entries.get(first).get(0))) {
            throw new AssertionError("the index has another key");
        }
        pass(keyBytes, "index: first key of the block");
        expect(small(4, "its length, %d bytes"), blockBytes);
        if (!Arrays.equals(file, at, at + 4, file, block, block + 4)) {
            throw new AssertionError("the index has another checksum");
        }
        pass(4, "its checksum");
        expect(small(2, "its %d entries"), (long) entries.size() - first);
        at = back;
    }

    private void block(int keyBytes, int fieldCount, List<List<Object>> entries) {
        int block = at;
        long checksum = number(4, "block: checksum").longValueExact();
        int length = small(4, "length, %d bytes");
        CRC32C crc = new CRC32C();
        for (int i = 0; i < 8; i++) {
            crc.update((int) ((long) block >> (8 * i)) & 0xFF);
        }
        crc.update(file, block + 4, length - 4);
        expect(checksum, crc.getValue());
        int n = small(2, "%d entries");
        int lowBits = small(1, "%d low bits");
        int highWords = small(1, "%d word(s) of high bits");
        BigInteger first = number(8, "first lead");
        int high = at;
        pass(8 * highWords, "high bits");
        int low = at;
        pass((n * lowBits + 7) / 8, "low bits");
        int rests = at;
        pass(n * (keyBytes - 8), "what follows the lead of each key");
        int bit = -1;
        int start = entries.size();
        for (int i = 0; i < n; i++) {
            do {
                bit++;
            } while (bits(high, bit, 1).signum() == 0);
            BigInteger excess = BigInteger.valueOf(bit - i).shiftLeft(lowBits).or(bits(low, i * lowBits, lowBits));
            String lead = String.format(Locale.ROOT, "%016x", first.add(excess));
            List<Object> entry = new ArrayList<>();
            entry.add(lead + hex(rests + i * (keyBytes - 8), keyBytes - 8));
            entries.add(entry);
        }
        for (int column = 0; column <= fieldCount; column++) {
            column(column == 0 ? "references" : "field " + (column - 1), n, entries.subList(start, start + n));
        }
        expect(at, (long) block + length);
    }

    private void column(String name, int n, List<List<Object>> entries) {
        BigInteger minimum = number(8, name + ": minimum %d");
        int width = small(1, "%d bits each");
        int patchBits = small(1, "%d bits a patch");
        int patches = small(2, "%d patch(es)");
        int packed = at;
        pass((n * width + 7) / 8, "packed");
        int positions = at;
        pass(2 * patches, "positions of patches");
        int highs = at;
        pass((patches * patchBits + 7) / 8, "patches");
        for (int i = 0; i < n; i++) {
            BigInteger value = minimum.add(bits(packed, i * width, width));
            for (int p = 0; p < patches; p++) {
                if (bits(positions, 16 * p, 16).intValueExact() == i) {
                    value = value.add(bits(highs, p * patchBits, patchBits).shiftLeft(width));
                }
            }
            entries.get(i).add(value.longValueExact());
        }
    }

    /** Bits {@code from .. from + count - 1}, counted from the lowest of the first byte; the first is the lowest of the number. */
    private BigInteger bits(int start, int from, int count) {
        BigInteger value = BigInteger.ZERO;
        for (int i = 0; i < count; i++) {
            int bit = from + i;
            if ((file[start + bit / 8] >> (bit % 8) & 1) != 0) {
                value = value.setBit(i);
            }
        }
        return value;
    }

    private String hex(int from, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(String.format(Locale.ROOT, "%02x", file[from + i]));
        }
        return text.toString();
    }

    /** What {@link #read} has passed, in the order of the file: offset, bytes, meaning. Requires that nothing was left out. */
    String dump() {
        StringBuilder text = new StringBuilder();
        int next = 0;
        for (Span span : spans.stream()
                .sorted((a, b) -> Integer.compare(a.from(), b.from()))
                .toList()) {
            expect(span.from(), next);
            next = span.to();
            for (int line = span.from(); line < span.to(); line += 8) {
                String bytes = hex(line, Math.min(8, span.to() - line)).replaceAll("..", "$0 ");
                text.append(String.format(
                        Locale.ROOT, "%04x  %-24s %s%n", line, bytes, line == span.from() ? span.meaning() : ""));
            }
        }
        expect(next, file.length);
        return text.toString().replaceAll(" +(\\R)", "\n");
    }
}
