package io.compscan.image.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Searches a zip for headers, and for the descriptors behind data of which the header does not know the length (PKWARE APPNOTE 4.3.9).
 *
 * <pre>
 *   header | data                          | "PK", 7, 8  CRC  packed size  size | next header
 *          dataAt                            may be missing   4 or 8 bytes each
 * </pre>
 *
 * <p>The packed size in a descriptor is the distance to where its data begins. So the search knows the descriptor of a file from others, such
 * as those of a zip within that file.
 *
 * <p>Positions must ascend from call to call. Then each byte is searched once, however many files are damaged. The search remembers what it
 * passes, because a lost descriptor is known to be lost only at the end of the archive. One thread.
 */
final class ZipSearch {

    private static final int SIGNATURE_BYTES = 4;
    private static final int DESCRIPTOR_SIGNATURE = 0x08074b50;
    /** The signature of a record that may stand between the last file and the directory. */
    private static final int EXTRA_DATA_SIGNATURE = 0x08064b50;

    private static final int LONGEST_BYTES = 24;
    /** An empty file takes at most so much when it is packed. */
    private static final int MAX_EMPTY_BYTES = 32;
    /** The limit for headers, and for descriptors, that are remembered. The search goes on without those beyond it. */
    private static final int MAX_REMEMBERED = MemberList.MAX_MEMBERS;

    private final ArchiveBytes bytes;
    private final SearchBlocks blocks;
    private final Deque<Long> headers = new ArrayDeque<>();
    /** The first entries of directories; each follows a header, so there are at most as many. */
    private final Deque<Long> directories = new ArrayDeque<>();
    /** By where their data begins. */
    private final NavigableMap<Long, Descriptor> descriptors = new TreeMap<>();

    /** Where zips end, by where they begin. */
    private final NavigableMap<Long, Long> zipEnds = new TreeMap<>();

    private long searchedTo;
    /** Nobody asks for places before this one any more. */
    private long from;

    ZipSearch(ArchiveBytes bytes) {
        this.bytes = bytes;
        blocks = new SearchBlocks(bytes, SIGNATURE_BYTES - 1);
    }

    /**
     * The sizes of a file, and where they end.
     *
     * @param packedBytes the length of its data
     * @param sizeBytes its size
     * @param endAt where the descriptor ends
     */
    record Descriptor(long packedBytes, long sizeBytes, long endAt) {}

    /** The first header of a file from a position on; the end of the archive if there is none. */
    long nextHeader(long position) throws IOException {
        forget(position);
        while (headers.isEmpty() && searchOn()) {}
        return headers.isEmpty() ? bytes.sizeBytes() : headers.getFirst();
    }

    /** Like {@link #nextHeader}, for the first header of a file or of the directory. */
    long nextRecord(long position) throws IOException {
        forget(position);
        while (headers.isEmpty() && directories.isEmpty() && searchOn()) {}
        long header = headers.isEmpty() ? bytes.sizeBytes() : headers.getFirst();
        return directories.isEmpty() ? header : Math.min(header, directories.getFirst());
    }

    /** The descriptor of the data that begins at a position; null if there is none. */
    @Nullable Descriptor descriptor(long dataAt) throws IOException {
        forget(dataAt);
        while (!descriptors.containsKey(dataAt) && searchOn()) {}
        return descriptors.get(dataAt);
    }

    /** Where the zip that begins at a position ends, by its own directory; null if its end is not there. */
    @Nullable Long zipEnd(long begin) throws IOException {
        forget(begin);
        while (!zipEnds.containsKey(begin) && searchOn()) {}
        return zipEnds.get(begin);
    }

    /** The first failure of a read since the last call; null if there was none. */
    @Nullable UnreadablePlace takeFailure() {
        return blocks.takeFailure();
    }

    private void forget(long position) {
        from = position;
        searchedTo = Math.max(searchedTo, position);
        while (!headers.isEmpty() && headers.getFirst() < position) {
            headers.removeFirst();
        }
        while (!directories.isEmpty() && directories.getFirst() < position) {
            directories.removeFirst();
        }
        descriptors.headMap(position).clear();
        zipEnds.headMap(position).clear();
    }

    /** Searches one block more. Returns false at the end of the archive. */
    private boolean searchOn() throws IOException {
        long end = bytes.sizeBytes();
        if (searchedTo >= end) {
            return false;
        }
        if (!blocks.holds(searchedTo, Math.min(SIGNATURE_BYTES, end - searchedTo))) {
            searchedTo = Math.min(blocks.fill(searchedTo), end);
        }
        if (searchedTo < end) {
            byte[] block = blocks.block();
            int to = (int) (blocks.to() - blocks.from()) - SIGNATURE_BYTES;
            for (int i = (int) (searchedTo - blocks.from()); i <= to; i++) {
                if (block[i] == 'P' && block[i + 1] == 'K') {
                    see(ZipHeader.signature(block, i), blocks.from() + i);
                }
            }
            searchedTo = blocks.to() == end ? end : blocks.to() - SIGNATURE_BYTES + 1;
        }
        if (searchedTo == end) {
            // The first bytes of a signature may follow.
            for (int i = 0; i < SIGNATURE_BYTES && i <= end; i++) {
                seeEnd(end - i);
            }
        }
        return true;
    }

    private void see(int signature, long at) throws IOException {
        switch (signature) {
            case ZipHeader.SIGNATURE -> {
                seeEnd(at);
                seeHeader(at);
            }
            case ZipHeader.DIRECTORY_SIGNATURE -> {
                seeEnd(at);
                boolean isFirst =
                        directories.isEmpty() || (!headers.isEmpty() && headers.getLast() > directories.getLast());
                if (isFirst && directories.size() < MAX_REMEMBERED) {
                    directories.add(at);
                }
            }
            case DESCRIPTOR_SIGNATURE -> seeDescriptor(at);
            case ZipEnd.SIGNATURE -> seeZipEnd(at);
            case EXTRA_DATA_SIGNATURE -> seeEnd(at);
            default -> {}
        }
    }

    private void seeHeader(long at) throws IOException {
        if (headers.size() < MAX_REMEMBERED && at <= bytes.sizeBytes() - ZipHeader.BYTES) {
            ZipHeader header = readableHeader(at);
            if (header != null && header.isLikely() && header.dataAt() <= bytes.sizeBytes()) {
                headers.add(at);
            }
        }
    }

    private @Nullable ZipHeader readableHeader(long at) throws IOException {
        try {
            return ZipHeader.at(bytes, at);
        } catch (UnreadablePlace e) {
            return null;
        }
    }

    /** A descriptor with a signature begins here. */
    private void seeDescriptor(long at) throws IOException {
        ByteBuffer data = around(at, at + LONGEST_BYTES + SIGNATURE_BYTES);
        long packed = data.getInt(8) & 0xffff_ffffL;
        long largePacked = data.getLong(8);
        if (!isLarge(data, at)) {
            remember(at, packed, data.getInt(12) & 0xffff_ffffL, at + 16);
        }
        remember(at, largePacked, data.getLong(16), at + LONGEST_BYTES);
    }

    /** Whether the sizes have 8 bytes, though the half of the first one may be taken for a size of 0. Few bytes pack none; then what follows tells. */
    private boolean isLarge(ByteBuffer data, long at) {
        if (data.getInt(12) != 0) {
            return false;
        }
        long restBytes = bytes.sizeBytes() - at - LONGEST_BYTES;
        boolean isFollowed = isSignature(data, LONGEST_BYTES) || (restBytes >= 0 && restBytes < SIGNATURE_BYTES);
        return data.getInt(8) > MAX_EMPTY_BYTES || (isFollowed && !isSignature(data, 16));
    }

    private static boolean isSignature(ByteBuffer data, int at) {
        return data.getShort(at) == (short) ZipHeader.SIGNATURE;
    }

    /** A descriptor without a signature may end here, before a header or at the end of the archive. */
    private void seeEnd(long at) throws IOException {
        ByteBuffer data = around(at - LONGEST_BYTES, at);
        if (data.getInt(8) != DESCRIPTOR_SIGNATURE && data.getInt(0) != DESCRIPTOR_SIGNATURE) {
            remember(at - 12, data.getInt(16) & 0xffff_ffffL, data.getInt(20) & 0xffff_ffffL, at);
            remember(at - 20, data.getLong(8), data.getLong(16), at);
        }
    }

    /** The end of a zip tells the length of its directory (at 12), where that begins (at 16), and the length of a comment (at 20). */
    private void seeZipEnd(long at) throws IOException {
        ByteBuffer data = around(at, at + ZipEnd.BYTES);
        long begin = at - (data.getInt(12) & 0xffff_ffffL) - (data.getInt(16) & 0xffff_ffffL);
        long end = at + ZipEnd.BYTES + (data.getShort(20) & 0xffff);
        boolean isAsked = begin >= from && end <= bytes.sizeBytes();
        if (isAsked && (zipEnds.size() < MAX_REMEMBERED || begin == from)) {
            zipEnds.putIfAbsent(begin, end);
        }
    }

    /** These bytes; those that do not lie in the archive or cannot be read are zeros. */
    private ByteBuffer around(long first, long to) throws IOException {
        byte[] data = new byte[(int) (to - first)];
        long readFrom = Math.max(0, first);
        int length = (int) (Math.min(to, bytes.sizeBytes()) - readFrom);
        byte[] read = new byte[length];
        try {
            bytes.copy(readFrom, read, length);
        } catch (UnreadablePlace e) {
            read = new byte[length];
        }
        System.arraycopy(read, 0, data, (int) (readFrom - first), length);
        return ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void remember(long dataEnd, long packed, long size, long endAt) {
        long dataAt = dataEnd - packed;
        boolean isAsked = packed >= 0 && size >= 0 && dataAt >= from && endAt <= bytes.sizeBytes();
        if (isAsked && (descriptors.size() < MAX_REMEMBERED || dataAt == from)) {
            descriptors.putIfAbsent(dataAt, new Descriptor(packed, size, endAt));
        }
    }
}
