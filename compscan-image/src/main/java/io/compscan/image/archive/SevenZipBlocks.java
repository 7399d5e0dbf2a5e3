package io.compscan.image.archive;

import io.compscan.image.archive.SevenZipBlock.Range;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The part of a 7z header that tells where packed streams lie, how they are packed, and which files each block holds (DOC/7zFormat.txt of
 * 7-Zip). One thread.
 */
final class SevenZipBlocks {

    /** Positions of streams count from behind the first header. */
    static final int FIRST_BYTES = 32;

    private static final int END = 0x00;
    private static final int PACKED = 0x06;
    private static final int UNPACKED = 0x07;
    private static final int FILES = 0x08;
    private static final int SIZES = 0x09;
    private static final int SUMS = 0x0a;
    private static final int CODERS = 0x0b;
    private static final int CODER_SIZES = 0x0c;
    private static final int FILE_COUNTS = 0x0d;

    private final SevenZipInput in;
    private Range[] packed = {};
    private List<SevenZipCoders> coders = List.of();
    private long[][] coderBytes = {};
    private long[] sums = {};
    private long[][] sizes = {};
    private long[][] fileSums = {};

    private SevenZipBlocks(SevenZipInput in) {
        this.in = in;
    }

    static List<SevenZipBlock> read(SevenZipInput in) throws IOException {
        return new SevenZipBlocks(in).read();
    }

    private List<SevenZipBlock> read() throws IOException {
        boolean hasFiles = false;
        for (int id = in.next(); id != END; id = in.next()) {
            switch (id) {
                case PACKED -> readPacked();
                case UNPACKED -> readUnpacked();
                case FILES -> {
                    readFiles();
                    hasFiles = true;
                }
                default -> throw SevenZipInput.damaged();
            }
        }
        if (!hasFiles) {
            int[] counts = new int[coders.size()];
            Arrays.fill(counts, 1);
            readSizes(counts, END);
        }
        List<SevenZipBlock> blocks = new ArrayList<>();
        int first = 0;
        for (int i = 0; i < coders.size(); i++) {
            int behind = first + coders.get(i).packedCount();
            if (behind > packed.length) {
                throw SevenZipInput.damaged();
            }
            blocks.add(new SevenZipBlock(
                    coders.get(i), coderBytes[i], Arrays.copyOfRange(packed, first, behind), sizes[i], fileSums[i]));
            first = behind;
        }
        return blocks;
    }

    private void readPacked() throws IOException {
        long at = Math.addExact(FIRST_BYTES, in.number());
        packed = new Range[in.count()];
        Arrays.fill(packed, new Range(at, at));
        for (int id = in.next(); id != END; id = in.next()) {
            switch (id) {
                case SIZES -> {
                    for (int i = 0; i < packed.length; i++) {
                        long end = Math.addExact(at, in.number());
                        packed[i] = new Range(at, end);
                        at = end;
                    }
                }
                case SUMS -> in.sums(packed.length);
                default -> throw SevenZipInput.damaged();
            }
        }
    }

    private void readUnpacked() throws IOException {
        require(CODERS);
        int count = in.count();
        requireInside();
        coders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            coders.add(SevenZipCoders.read(in));
        }
        require(CODER_SIZES);
        coderBytes = new long[count][];
        for (int i = 0; i < count; i++) {
            coderBytes[i] = new long[coders.get(i).count()];
            for (int j = 0; j < coderBytes[i].length; j++) {
                coderBytes[i][j] = in.number();
            }
        }
        sums = new long[count];
        Arrays.fill(sums, -1);
        int id = in.next();
        if (id == SUMS) {
            sums = in.sums(count);
            id = in.next();
        }
        if (id != END) {
            throw SevenZipInput.damaged();
        }
    }

    private long bytesOf(int block) {
        return coderBytes[block][coders.get(block).last()];
    }

    private void readFiles() throws IOException {
        int[] counts = new int[coders.size()];
        Arrays.fill(counts, 1);
        int id = in.next();
        if (id == FILE_COUNTS) {
            for (int i = 0; i < counts.length; i++) {
                counts[i] = in.count(MemberList.MAX_MEMBERS);
            }
            id = in.next();
        }
        id = readSizes(counts, id);
        if (id == SUMS) {
            readSums();
            id = in.next();
        }
        if (id != END) {
            throw SevenZipInput.damaged();
        }
    }

    /** Reads the sizes of the files; the last one of a block is the rest of it. Returns what follows. */
    private int readSizes(int[] counts, int id) throws IOException {
        sizes = new long[counts.length][];
        fileSums = new long[counts.length][];
        long files = 0;
        for (int i = 0; i < counts.length; i++) {
            files += counts[i];
            if (files > MemberList.MAX_MEMBERS) {
                throw new IOException("more than " + MemberList.MAX_MEMBERS + " files");
            }
            sizes[i] = new long[counts[i]];
            fileSums[i] = new long[counts[i]];
            Arrays.fill(fileSums[i], -1);
            if (counts[i] == 1) {
                fileSums[i][0] = sums[i];
            }
            long rest = bytesOf(i);
            for (int j = 0; j < counts[i]; j++) {
                boolean isLast = j == counts[i] - 1;
                if (!isLast && id != SIZES) {
                    throw SevenZipInput.damaged();
                }
                sizes[i][j] = isLast ? rest : in.number();
                rest -= sizes[i][j];
                if (rest < 0) {
                    throw SevenZipInput.damaged();
                }
            }
        }
        return id == SIZES ? in.next() : id;
    }

    /** Reads the checksums of all files that have none yet. */
    private void readSums() throws IOException {
        int missing = 0;
        for (long[] some : fileSums) {
            missing += isKnown(some) ? 0 : some.length;
        }
        long[] read = in.sums(missing);
        int next = 0;
        for (long[] some : fileSums) {
            if (!isKnown(some)) {
                System.arraycopy(read, next, some, 0, some.length);
                next += some.length;
            }
        }
    }

    private static boolean isKnown(long[] sums) {
        return sums.length == 1 && sums[0] >= 0;
    }

    private void require(int id) throws IOException {
        if (in.next() != id) {
            throw SevenZipInput.damaged();
        }
    }

    /** What follows might lie in another stream, but no program writes that. */
    private void requireInside() throws IOException {
        if (in.next() != 0) {
            throw new IOException("its header lies in a stream of its own, which is not supported");
        }
    }
}
