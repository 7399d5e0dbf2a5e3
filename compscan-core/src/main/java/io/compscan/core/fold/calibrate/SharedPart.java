package io.compscan.core.fold.calibrate;

/** The division of the size of shared blocks among small files. */
public final class SharedPart {

    private SharedPart() {}

    /**
     * The part of one file in bytes, from 1 to its length, rounded half up.
     *
     * @param roughBytes its weight
     * @param togetherBytes the size of the blocks
     * @param groupBytes the weight of all files in the blocks
     */
    public static int bytes(long roughBytes, long togetherBytes, long groupBytes, int lengthBytes) {
        return (int) Math.max(1, Math.min(lengthBytes, (roughBytes * togetherBytes + groupBytes / 2) / groupBytes));
    }
}
