package io.compscan.core.tools.generate;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.compscan.result.Refcount;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that a scan must find with the data set's chunking, to the byte. The names are those of a scan's result.
 *
 * <p>With a shift, the first bytes of the files push all others out of line, so fixed-size chunks do not match. The numbers then
 * describe the pieces of the data set, and {@code aligned} is false. Always
 * {@code logicalBytes = shiftBytes + zeroBytes + uniqueBytes + duplicateBytes}.
 *
 * @param format {@code compscan-ground-truth}
 * @param version of the format
 * @param seed the seed that it was made from
 * @param chunking canonical name of the chunking that finds it, such as {@code fixed:4096}
 * @param aligned whether the chunks begin at multiples of the chunk size in every file
 * @param runBytes the size of the runs in which duplicates come
 * @param fileCount how many files there are
 * @param logicalBytes the sizes of all files
 * @param shiftBytes the random bytes at the beginning of files, which belong to no chunk
 * @param chunkCount all chunks, zero chunks included, and the short one at the end of the last file, if there is one
 * @param zeroChunkCount chunks whose bytes are all zero
 * @param zeroBytes their bytes
 * @param nonZeroBytes {@code uniqueBytes + duplicateBytes}
 * @param uniqueChunkCount distinct non-zero chunks
 * @param uniqueBytes one copy of each
 * @param duplicateChunkCount further references to a chunk already seen
 * @param duplicateBytes their bytes
 * @param dedupRatio {@code nonZeroBytes / uniqueBytes}; null if there is nothing but zeros
 * @param refcounts how many distinct chunks are referenced how often, in ascending order of the references
 * @param compressor the compressor that finds the ratio
 * @param compressionRatio the ratio asked for, which the distinct chunks have within 1 %
 */
@JsonPropertyOrder({"format", "version"})
public record GroundTruth(
        String format,
        int version,
        long seed,
        String chunking,
        boolean aligned,
        long runBytes,
        int fileCount,
        long logicalBytes,
        long shiftBytes,
        long chunkCount,
        long zeroChunkCount,
        long zeroBytes,
        long nonZeroBytes,
        long uniqueChunkCount,
        long uniqueBytes,
        long duplicateChunkCount,
        long duplicateBytes,
        @Nullable Double dedupRatio,
        List<Refcount> refcounts,
        String compressor,
        BigDecimal compressionRatio) {

    // The ends of intervals are null, for nothing is estimated.
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .withConfigOverride(
                    Refcount.class,
                    override -> override.setInclude(JsonInclude.Value.construct(
                            JsonInclude.Include.NON_NULL, JsonInclude.Include.USE_DEFAULTS)))
            .build();

    /** Copies the list. */
    public GroundTruth {
        refcounts = List.copyOf(refcounts);
    }

    /** The document, indented, with a line end. */
    public String toJson() {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
