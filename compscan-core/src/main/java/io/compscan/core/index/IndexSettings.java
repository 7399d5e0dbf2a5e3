package io.compscan.core.index;

import io.compscan.map.MapOptions;

/**
 * How an index is built.
 *
 * @param fingerprintBytes length of a fingerprint
 * @param fullChunkBytes the length of a full chunk; no chunk is longer
 * @param compressorCount how many stored sizes the index keeps for each chunk
 * @param shardCount see {@link MapOptions}
 * @param mapListSize see {@link MapOptions}
 * @param space the memory of the index; several indexes may share it
 */
public record IndexSettings(
        int fingerprintBytes,
        int fullChunkBytes,
        int compressorCount,
        int shardCount,
        int mapListSize,
        IndexSpace space) {}
