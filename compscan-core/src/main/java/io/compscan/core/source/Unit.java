package io.compscan.core.source;

import java.io.IOException;

/** One named readable thing: a file, an image, a device, a stream. Immutable; opening it twice gives independent channels. */
public interface Unit {

    /** The size of a unit that is read until it ends. */
    long UNKNOWN_SIZE = -1;

    /** The name shown to people and written to reports, safe to print: see {@link PathName}. */
    String name();

    /** The file name's extension, lower case and without the dot; empty if there is none. */
    String extension();

    /** The size in bytes when the unit was found, or {@link #UNKNOWN_SIZE}. */
    long sizeBytes();

    /** The bytes that it takes where it lies: of a stream that is unpacked while it is read those of its packed form. 0 if that is unknown. */
    default long packedBytes() {
        return Math.max(0, sizeBytes());
    }

    /** The size of the file that the unit is, or is a stretch of; {@link #UNKNOWN_SIZE} of a stream. */
    default long fileBytes() {
        return sizeBytes();
    }

    /** The start of the unit in its file. */
    default long fileOffset() {
        return 0;
    }

    /** The present version of the unit, for comparison with the version that was read. */
    default UnitVersion version() {
        return UnitVersion.ofSize(sizeBytes());
    }

    /** The version of the unit when the walk found it; the present one if the walk did not ask. */
    default UnitVersion foundVersion() {
        return version();
    }

    /** A digest of its bytes that the list of its source has, as that writes it, such as an ETag; empty if there is none. */
    default String listedDigest() {
        return "";
    }

    /** Equal for two units exactly if they are the same thing under two names, as far as that can be known. */
    default Object identity() {
        return name();
    }

    /** Opens the unit for reading. */
    UnitChannel open() throws IOException;

    /** Opens the unit to read parts of it that lie far apart: nothing between them is worth reading ahead. */
    default UnitChannel openForParts() throws IOException {
        return open();
    }

    /** Like {@link #openForParts}, for the file that holds the unit, whole or as a stretch of it. */
    default UnitChannel openFileForParts() throws IOException {
        return openForParts();
    }

    /** Whether the file is known to have holes; false of a stretch. */
    default boolean isSparse() throws IOException {
        return false;
    }
}
