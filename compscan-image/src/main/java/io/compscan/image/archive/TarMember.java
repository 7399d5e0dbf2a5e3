package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import io.compscan.image.disk.RangeUnit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A member as its headers describe it.
 *
 * @param unit the file; null for a link, a directory or a device, which have no bytes
 * @param endAt where its data ends; negative if that is beyond the end of the archive
 */
record TarMember(@Nullable Unit unit, long endAt) {

    /** The limit for the map of a sparse file, which is kept in memory. */
    private static final int MAX_MAP_BYTES = 16 << 20;

    /** No file system holds a file as large as this; a disk of so many zeros takes days to count. */
    private static final long MAX_SPARSE_BYTES = 1L << 53;

    private static final String CONTINUED =
            "the rest of a file that begins in another volume: extract the volumes with tar -M";

    /** The directory that holds a sparse file for programs that do not know these. */
    private static final String SPARSE_DIRECTORY = "GNUSparseFile.";

    /**
     * The member of a group of sound headers.
     *
     * @param isInDoubt whether attributes before the headers are lost, on which the size may depend
     * @throws IOException if the headers cannot be understood, so that the place of the next header is unknown
     */
    static TarMember of(Unit container, ArchiveBytes bytes, TarGroup group, boolean isInDoubt) throws IOException {
        TarAttributes attributes = TarAttributes.of(bytes, group);
        TarHeader header = bytes.header(group.headerAt());
        char type = header.type();
        String given = attributes.name();
        String name = given == null ? header.name() : given;
        long packedBytes = attributes.sizeBytes() < 0 ? header.sizeBytes() : attributes.sizeBytes();
        if (packedBytes < 0) {
            throw new IOException("damaged: its size is no number");
        }
        long dataAt = group.headerAt() + TarHeader.BYTES;
        SparseMap map = null;
        String refusal = null;
        try {
            if (attributes.isStarSparse() || (type == 'S' && header.isOfStar())) {
                refusal = "a sparse file as star writes it, which is not supported";
            } else if (type == 'S') {
                map = SparseMap.ofHeader(bytes, group.headerAt());
                dataAt = map.dataAt();
            } else if (attributes.isSparse()) {
                map = SparseMap.of(bytes, attributes, dataAt, packedBytes);
            } else if (isInDoubt || isInSparseDirectory(name)) {
                refusal = "damaged attributes: its size is lost with them";
            }
        } catch (UnreadablePlace e) {
            throw e;
        } catch (IOException e) {
            refusal = e.getMessage();
        }
        boolean fits = dataAt <= container.sizeBytes() && packedBytes <= container.sizeBytes() - dataAt;
        long endAt = fits ? dataAt + packedBytes : -1;
        if (!isFile(type, name)) {
            return new TarMember(null, endAt);
        }
        String shown = MemberName.of(container, name);
        String extension = MemberName.extensionOf(name);
        if (type == 'M') {
            refusal = CONTINUED;
        }
        long sizeBytes = map == null ? packedBytes : map.realBytes();
        if (refusal != null) {
            return new TarMember(new UnreadableMember(shown, extension, sizeBytes, refusal), endAt);
        }
        RangeUnit.Pieces pieces = map == null ? RangeUnit.Pieces.one(dataAt, sizeBytes) : map.pieces();
        Unit unit = pieces.fit(container.sizeBytes())
                ? new RangeUnit(container, shown, extension, sizeBytes, pieces)
                : new UnreadableMember(
                        shown,
                        extension,
                        sizeBytes,
                        "truncated: the archive ends within it, or another volume has the rest");
        return new TarMember(unit, endAt);
    }

    /** This member, as the rest of a file of this name. */
    TarMember continuing(Unit container, String name) {
        Unit rest = unit == null
                ? null
                : new UnreadableMember(
                        MemberName.of(container, name), MemberName.extensionOf(name), unit.sizeBytes(), CONTINUED);
        return new TarMember(rest, endAt);
    }

    /**
     * Whether a member has bytes of its own. A name with a slash at its end was a directory before 1988. Labels, lists of directories and
     * attributes of other systems are no files either.
     */
    private static boolean isFile(char type, String name) {
        return switch (type) {
            case '1', '2', '3', '4', '5', '6', 'V', 'D', 'N', 'A', 'I', 'E' -> false;
            default -> !name.endsWith("/");
        };
    }

    private static boolean isInSparseDirectory(String name) {
        int end = name.lastIndexOf('/');
        return end >= 0 && name.startsWith(SPARSE_DIRECTORY, name.lastIndexOf('/', end - 1) + 1);
    }

    /**
     * Where the pieces of a sparse file lie.
     *
     * @param realBytes the size of the file
     * @param dataAt where the data begins in the archive, behind the headers
     */
    private record SparseMap(long realBytes, long dataAt, RangeUnit.Pieces pieces) {

        private static final int MAP_AT = 386;
        private static final int NUMBER_BYTES = 12;
        private static final int HEADER_PIECES = 4;
        private static final int IS_EXTENDED_AT = 482;
        private static final int REAL_SIZE_AT = 483;
        private static final int RECORD_PIECES = 21;
        private static final int RECORD_IS_EXTENDED_AT = 504;

        /** The map in a header as GNU tar wrote it before POSIX: four pieces, and records of 21 more. */
        static SparseMap ofHeader(ArchiveBytes bytes, long headerAt) throws IOException {
            TarHeader header = bytes.header(headerAt);
            long realBytes = header.number(REAL_SIZE_AT, NUMBER_BYTES);
            List<Long> map = new ArrayList<>();
            add(map, header, MAP_AT, HEADER_PIECES);
            boolean isExtended = header.isSet(IS_EXTENDED_AT);
            long at = headerAt + TarHeader.BYTES;
            while (isExtended && at <= bytes.sizeBytes() - TarHeader.BYTES) {
                if (at - headerAt > MAX_MAP_BYTES) {
                    throw new IOException("damaged: the map of a sparse file is too long");
                }
                TarHeader record = bytes.header(at);
                add(map, record, 0, RECORD_PIECES);
                isExtended = record.isSet(RECORD_IS_EXTENDED_AT);
                at += TarHeader.BYTES;
            }
            return of(realBytes, at, map, at);
        }

        private static void add(List<Long> map, TarHeader record, int from, int pieces) {
            for (int i = 0; i < pieces; i++) {
                int at = from + i * 2 * NUMBER_BYTES;
                long length = record.number(at + NUMBER_BYTES, NUMBER_BYTES);
                if (length != 0) {
                    map.add(record.number(at, NUMBER_BYTES));
                    map.add(length);
                }
            }
        }

        /** The map in attributes, or in front of the data. */
        static SparseMap of(ArchiveBytes bytes, TarAttributes attributes, long dataAt, long packedBytes)
                throws IOException {
            if (!attributes.hasMapInData()) {
                return of(attributes.realBytes(), dataAt, attributes.map(), dataAt);
            }
            MapReader reader = new MapReader(bytes, dataAt, packedBytes);
            long count = reader.next();
            List<Long> map = new ArrayList<>();
            for (long i = 0; i < count; i++) {
                map.add(reader.next());
                map.add(reader.next());
            }
            return of(attributes.realBytes(), dataAt, map, TarGroup.behind(reader.position));
        }

        private static SparseMap of(long realBytes, long dataAt, List<Long> map, long piecesAt) throws IOException {
            if (realBytes < 0 || realBytes > MAX_SPARSE_BYTES || map.size() % 2 != 0) {
                throw new IOException("damaged: the size of a sparse file, or its map");
            }
            int pieces = 0;
            long[] starts = new long[map.size() / 2];
            long[] lengths = new long[map.size() / 2];
            long end = 0;
            for (int i = 0; i < map.size(); i += 2) {
                long start = map.get(i);
                long length = map.get(i + 1);
                // An empty piece marks the end.
                if (length == 0) {
                    continue;
                }
                if (start < end || length < 0 || start > realBytes - length) {
                    throw new IOException("damaged: the pieces of a sparse file overlap, or lie behind its end");
                }
                starts[pieces] = start;
                lengths[pieces++] = length;
                end = start + length;
            }
            return new SparseMap(
                    realBytes,
                    dataAt,
                    RangeUnit.Pieces.behindEachOther(
                            Arrays.copyOf(starts, pieces), Arrays.copyOf(lengths, pieces), piecesAt));
        }
    }

    /** Reads a map in front of the data: decimal numbers, each with a line feed behind it. */
    private static final class MapReader {

        private static final int BUFFER_BYTES = 4096;

        private final ArchiveBytes bytes;
        private final long end;
        private byte[] buffer = new byte[0];
        private int at;
        private long position;

        MapReader(ArchiveBytes bytes, long from, long packedBytes) {
            this.bytes = bytes;
            position = from;
            end = from + Math.min(Math.min(packedBytes, MAX_MAP_BYTES), Math.max(0, bytes.sizeBytes() - from));
        }

        long next() throws IOException {
            StringBuilder digits = new StringBuilder();
            for (int c; (c = read()) != '\n'; ) {
                if (digits.length() > 19) {
                    throw new IOException("damaged: the map of a sparse file");
                }
                digits.append((char) c);
            }
            return TarAttributes.number(digits.toString());
        }

        private int read() throws IOException {
            if (at == buffer.length) {
                int length = (int) Math.min(BUFFER_BYTES, end - position);
                if (length <= 0) {
                    throw new IOException("damaged: the map of a sparse file has no end");
                }
                buffer = new byte[length];
                bytes.copy(position, buffer, length);
                at = 0;
            }
            position++;
            return buffer[at++] & 0xff;
        }
    }
}
