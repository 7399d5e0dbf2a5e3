package io.compscan.result.duplicate;

import io.compscan.result.ReadError;
import io.compscan.result.StoredList;
import java.util.List;

/**
 * The objects of a store that its list shows to be copies of each other; the document of {@code compscan estimate --from-listing --json}.
 *
 * <p>No object is read. So there is a bound of what remains, and no estimate: equal objects may have different ETags.
 *
 * @param format always {@value #FORMAT}
 * @param version the version of the format, {@value #VERSION}
 * @param toolVersion the version of compscan
 * @param paths the places that were listed
 * @param partial whether the listing was stopped before its end; all numbers then describe what was listed
 * @param etags a row for each kind of ETag
 * @param total the sums of all kinds
 * @param errors the places that could not be listed to their end
 */
public record ListedDuplicates(
        String format,
        int version,
        String toolVersion,
        List<String> paths,
        boolean partial,
        List<Objects> etags,
        Objects total,
        List<ReadError> errors) {

    /** The name of the format. */
    public static final String FORMAT = "compscan-listing";
    /** The version of the format. */
    public static final int VERSION = 1;

    /** Copies the lists, and refuses kinds that do not add up to the total. */
    public ListedDuplicates {
        paths = List.copyOf(paths);
        etags = List.copyOf(etags);
        errors = errors instanceof StoredList ? errors : List.copyOf(errors);
        if (!total.equals(Objects.sum(etags))) {
            throw new IllegalStateException("the kinds of ETags do not add up to " + total);
        }
    }

    /** The meaning of an ETag, as far as its form shows it. */
    public enum Etag {
        /** Of an object that came in one piece: the MD5 of its bytes, unless its encryption hides that. */
        MD5,
        /** Of an object that came in several parts: the MD5 of their MD5s, so it depends on the size of a part. */
        PARTS,
        /** Of another form, or missing. Such an object counts as different from all others. */
        OTHER,
        /** Any. */
        ALL
    }

    /**
     * Objects, and those among them that are copies.
     *
     * @param etag the kind of their ETags
     * @param objectCount how many there are
     * @param bytes their sizes
     * @param duplicateObjectCount those with the ETag and the size of an object before them
     * @param duplicateBytes their sizes
     * @param remainingBytesHigh {@code bytes - duplicateBytes}: the most that remains where equal objects are stored once
     */
    public record Objects(
            Etag etag,
            long objectCount,
            long bytes,
            long duplicateObjectCount,
            long duplicateBytes,
            long remainingBytesHigh) {

        /** Refuses numbers that do not add up. */
        public Objects {
            boolean closes = remainingBytesHigh == bytes - duplicateBytes
                    && duplicateBytes >= 0
                    && remainingBytesHigh >= 0
                    && duplicateObjectCount >= 0
                    && duplicateObjectCount <= objectCount;
            if (!closes) {
                throw new IllegalStateException("the objects do not add up: objectCount " + objectCount + ", bytes "
                        + bytes + ", duplicateObjectCount " + duplicateObjectCount + ", duplicateBytes "
                        + duplicateBytes + ", remainingBytesHigh " + remainingBytesHigh);
            }
        }

        /** Objects of one kind, some of them copies. */
        public static Objects of(
                Etag etag, long objectCount, long bytes, long duplicateObjectCount, long duplicateBytes) {
            return new Objects(etag, objectCount, bytes, duplicateObjectCount, duplicateBytes, bytes - duplicateBytes);
        }

        /** The objects of all kinds. */
        public static Objects sum(List<Objects> kinds) {
            return of(
                    Etag.ALL,
                    kinds.stream().mapToLong(Objects::objectCount).sum(),
                    kinds.stream().mapToLong(Objects::bytes).sum(),
                    kinds.stream().mapToLong(Objects::duplicateObjectCount).sum(),
                    kinds.stream().mapToLong(Objects::duplicateBytes).sum());
        }
    }
}
