package io.compscan.core.calibrate;

/** How small files share out what their blocks take together. */
public final class SharedPart {

    private SharedPart() {}

    /**
     * The part of one file in bytes, from 1 to its length, rounded half up.
     *
     * @param roughBytes what it weighs
     * @param togetherBytes what the blocks take
     * @param groupBytes what all files in the blocks weigh
     */
    public static int bytes(long roughBytes, long togetherBytes, long groupBytes, int lengthBytes) {
        return (int) Math.max(1, Math.min(lengthBytes, (roughBytes * togetherBytes + groupBytes / 2) / groupBytes));
    }
}
