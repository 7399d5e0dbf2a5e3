package io.compscan.core.tools.doctor;

import io.compscan.core.ByteSize;
import io.compscan.result.diagnosis.Diagnosis.Kind;
import java.util.List;
import java.util.stream.Collectors;

/** One sentence for each finding. */
final class Advice {

    private Advice() {}

    /**
     * The sentence.
     *
     * @param name as in the finding
     * @param blockBytes as in the finding
     * @param misaligned the sizes of chunks that do not begin where it begins
     * @param larger the sizes of chunks above the block size
     */
    static String of(Kind kind, String name, long blockBytes, List<Integer> misaligned, List<Integer> larger) {
        String odd = sizes(misaligned);
        String block = ByteSize.format(blockBytes);
        return switch (kind) {
            case PAYLOAD -> {
                if (!misaligned.isEmpty()) {
                    yield "Chunks of " + odd + " cut the disk at other places than on a raw disk: convert the " + name
                            + " image to raw, QCOW2 or VHDX, or store the disk itself.";
                }
                if (!larger.isEmpty()) {
                    yield "Pieces of " + block + " lie in any order: chunks of " + sizes(larger)
                            + " mix pieces that are no neighbours on the disk.";
                }
                yield "Chunks of the file are chunks of the disk: nothing to do.";
            }
            case PARTITION ->
                misaligned.isEmpty()
                        ? "Chunks of the disk begin where it begins: nothing to do."
                        : "Chunks of " + odd + " do not begin where it begins: begin it at 1 MiB,"
                                + " or deduplicate volumes instead of disks.";
            case FILE_SYSTEM -> {
                if (!misaligned.isEmpty()) {
                    yield "Chunks of " + odd + " hold parts of its blocks of " + block
                            + ": equal files match only on disks with the same shift.";
                }
                if (!larger.isEmpty()) {
                    yield "Its blocks have " + block + ": chunks of " + sizes(larger)
                            + " hold several, so equal files match less often.";
                }
                yield "Chunks of the disk are blocks, or parts of them: nothing to do.";
            }
            case NOTHING ->
                "No image, no partition and no file system is recognised in it: its chunks begin with its first byte.";
        };
    }

    /** The sentence for an image whose file holds nothing as the guest sees it. */
    static String noPayload() {
        return "None of its clusters lies in the file as it is, because they are compressed or empty: look into it with --into images.";
    }

    private static String sizes(List<Integer> chunkBytes) {
        return chunkBytes.stream().map(ByteSize::format).collect(Collectors.joining(", "));
    }
}
