package io.compscan.core.source.attribute;

import io.compscan.core.LongSet;
import io.compscan.core.SplitMix;
import io.compscan.core.source.FileAttribute;
import io.compscan.core.source.Packer;
import io.compscan.result.Totals;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what attributes take in the forms in which programs keep them. One thread.
 *
 * <pre>
 *   backups, what differs in a directory       name, 0, value                                             compressed
 *   images, one table of all distinct sets     type 2, length 2, name without its class, length 4, value   compressed by 8 KiB
 * </pre>
 *
 * A distinct attribute, and a distinct set of them, takes up to 27 bytes here, until there are {@link #MAX_DISTINCT}. Each unknown one counts
 * as new from then on: labels that come again and again were among the first, and origins or times seldom come again. A directory's texts are
 * compressed in pieces of 64 KiB.
 */
public final class AttributeTally {

    private static final int PIECE_BYTES = 1 << 16;
    /** Squashfs compresses its tables by so much. */
    private static final int TABLE_BLOCK_BYTES = 8192;

    private static final int MAX_DISTINCT = 1 << 20;

    private final Packer packer;
    private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
    private LongSet inDirectory = new LongSet();
    private final ByteArrayOutputStream table = new ByteArrayOutputStream();
    private final LongSet attributes = new LongSet();
    private final LongSet sets = new LongSet();

    private long fileCount;
    private long count;
    private long bytes;
    private long packedCount;
    private long packedBytes;
    private long distinctBytes;
    private long setCount;
    private long packedSetBytes;

    /** @param packer compresses by DEFLATE */
    public AttributeTally(Packer packer) {
        this.packer = packer;
    }

    /** Ends a directory, whose attributes compress together. */
    public void endDirectory() {
        packDirectory();
        if (inDirectory.size() > 0) {
            inDirectory = new LongSet();
        }
    }

    /**
     * Adds the attributes of a file of the present directory.
     *
     * @param isLink whether it is a symbolic link, whose attributes restic leaves out
     */
    public void add(List<FileAttribute> found, boolean isLink) {
        if (found.isEmpty()) {
            return;
        }
        fileCount++;
        long set = 0;
        List<FileAttribute> inImage = new ArrayList<>();
        for (FileAttribute attribute : found) {
            long hash = hash(attribute);
            count++;
            bytes += attribute.bytes();
            if (!isLink && isNew(inDirectory, hash)) {
                addToDirectory(attribute);
            }
            if (isNew(attributes, hash)) {
                distinctBytes += attribute.bytes();
            }
            if (isInImages(attribute)) {
                inImage.add(attribute);
                set += SplitMix.mix(hash);
            }
        }
        if (!inImage.isEmpty() && isNew(sets, set)) {
            setCount++;
            inImage.sort(Comparator.comparing(FileAttribute::text));
            inImage.forEach(this::addToTable);
        }
    }

    private static boolean isNew(LongSet known, long hash) {
        return known.size() < MAX_DISTINCT ? known.add(hash) : !known.contains(hash);
    }

    /** Access lists are the one kind that squashfs does not know. */
    private static boolean isInImages(FileAttribute attribute) {
        return !attribute.text().startsWith("system.");
    }

    private void addToDirectory(FileAttribute attribute) {
        packedCount++;
        directory.writeBytes(attribute.name());
        directory.write(0);
        directory.writeBytes(attribute.value());
        if (directory.size() >= PIECE_BYTES) {
            packDirectory();
        }
    }

    private void packDirectory() {
        if (directory.size() > 0) {
            packedBytes += packer.packedBytes(directory.toByteArray(), 0, directory.size());
            directory.reset();
        }
    }

    private void addToTable(FileAttribute attribute) {
        String name = attribute.text();
        byte[] shortName = name.substring(name.indexOf('.') + 1).getBytes(StandardCharsets.UTF_8);
        addNumber(0, 2);
        addNumber(shortName.length, 2);
        table.writeBytes(shortName);
        addNumber(attribute.value().length, 4);
        table.writeBytes(attribute.value());
        if (table.size() >= TABLE_BLOCK_BYTES) {
            byte[] all = table.toByteArray();
            int whole = all.length / TABLE_BLOCK_BYTES * TABLE_BLOCK_BYTES;
            packedSetBytes += packedTable(all, whole);
            table.reset();
            table.write(all, whole, all.length - whole);
        }
    }

    private void addNumber(int number, int length) {
        for (int i = 0; i < length; i++) {
            table.write(number >>> (8 * i));
        }
    }

    private long packedTable(byte[] all, int end) {
        long sum = 0;
        for (int from = 0; from < end; from += TABLE_BLOCK_BYTES) {
            int length = Math.min(TABLE_BLOCK_BYTES, end - from);
            sum += Math.min(length, packer.packedBytes(all, from, length));
        }
        return sum;
    }

    private static long hash(FileAttribute attribute) {
        long hash = SplitMix.mix(attribute.name().length);
        for (byte b : attribute.name()) {
            hash = SplitMix.mix(hash + b);
        }
        for (byte b : attribute.value()) {
            hash = SplitMix.mix(hash + b);
        }
        return hash;
    }

    /** The sums so far; null if no file has any attribute. */
    public Totals.@Nullable Attributes totals() {
        endDirectory();
        return fileCount == 0
                ? null
                : new Totals.Attributes(
                        fileCount,
                        count,
                        bytes,
                        packedCount,
                        packedBytes,
                        distinctBytes,
                        setCount,
                        packedSetBytes + packedTable(table.toByteArray(), table.size()));
    }
}
