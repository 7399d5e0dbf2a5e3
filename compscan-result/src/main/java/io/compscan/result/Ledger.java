package io.compscan.result;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The charges of directories, file types and machines, from a fixed sample of fingerprints. The sample has the fingerprints whose key has
 * {@code sampleShift} leading zero bits, with every reference to them.
 *
 * <p>A chunk's stored bytes are shared equally among its references (<em>attributed</em>). They are <em>reclaimable</em> if one group holds
 * all references. The sample depends on the fingerprints alone, so the ledger is the same for any number of threads.
 *
 * @param chunking the layout whose chunks were sampled
 * @param compressor the compressor whose stored sizes are charged
 * @param sampleShift one distinct chunk in {@code 2^sampleShift} is in the sample; 0: all of them, and nothing is estimated
 * @param sampledChunkCount how many distinct chunks are in it
 * @param directoryDepth the greatest depth; a deeper directory is counted in its ancestor at this depth
 * @param directories the directories, each after its parent; the first ones are the paths that were scanned
 * @param types by file extension, in ascending order of the extension
 * @param machines disk images, by machine, in ascending order of the name
 * @param overlap the bytes that the top-level directories share
 */
public record Ledger(
        String chunking,
        String compressor,
        int sampleShift,
        long sampledChunkCount,
        int directoryDepth,
        List<Directory> directories,
        List<Charge> types,
        List<Charge> machines,
        DirectoryOverlap overlap) {

    /** Copies the lists; refuses a directory that does not follow its parent. */
    public Ledger {
        directories = List.copyOf(directories);
        types = List.copyOf(types);
        machines = List.copyOf(machines);
        for (int i = 0; i < directories.size(); i++) {
            int parent = directories.get(i).parent();
            if (parent < -1 || parent >= i) {
                throw new IllegalStateException("directory " + i + " of the ledger has the parent " + parent);
            }
        }
        for (int number : overlap.directories()) {
            if (number < 0 || number >= directories.size()) {
                throw new IllegalStateException("the overlap of the top-level directories names directory " + number
                        + " of " + directories.size());
            }
        }
        if (sampleShift < 0 || sampleShift > 63 || sampledChunkCount < 0 || directoryDepth < 0) {
            throw new IllegalStateException("the ledger's sample makes no sense: sampleShift " + sampleShift
                    + ", sampledChunkCount " + sampledChunkCount + ", directoryDepth " + directoryDepth);
        }
    }

    /** The whole path of each directory, by its number. */
    public List<String> paths() {
        List<String> paths = new ArrayList<>(directories.size());
        for (Directory directory : directories) {
            String name = directory.charge().name();
            if (directory.parent() < 0) {
                paths.add(name);
            } else {
                String outer = paths.get(directory.parent());
                paths.add(outer.isEmpty() || outer.endsWith("/") ? outer + name : outer + "/" + name);
            }
        }
        return paths;
    }

    /** Whether any charge is an estimate: from a sample of the chunks, or of stored sizes that are estimates themselves. */
    public boolean estimates() {
        return sampleShift > 0
                || types.stream().anyMatch(type -> type.attributedErrorBytes() > 0)
                || directories.stream().anyMatch(directory -> directory.charge().attributedErrorBytes() > 0);
    }

    /**
     * The charge of one group.
     *
     * @param name the extension, the name of the machine, the last part of a directory's path
     * @param fileCount files in it that were read, a file with several names once
     * @param scannedBytes their bytes that were read; exact
     * @param attributedBytes its share of the stored bytes
     * @param attributedErrorBytes half the width of the interval that holds the true share with 95 % confidence
     * @param reclaimableBytes the bytes that would be freed if the group were deleted
     * @param reclaimableErrorBytes likewise
     * @param attributedBytesLow the lower end of that interval; follows from the two numbers, as do the others
     */
    public record Charge(
            String name,
            long fileCount,
            long scannedBytes,
            long attributedBytes,
            long attributedErrorBytes,
            long reclaimableBytes,
            long reclaimableErrorBytes,
            @LeftOut @Nullable Long attributedBytesLow,
            @LeftOut @Nullable Long attributedBytesHigh,
            @LeftOut @Nullable Long reclaimableBytesLow,
            @LeftOut @Nullable Long reclaimableBytesHigh) {

        /** A charge with its errors. */
        public Charge(
                String name,
                long fileCount,
                long scannedBytes,
                long attributedBytes,
                long attributedErrorBytes,
                long reclaimableBytes,
                long reclaimableErrorBytes) {
            this(
                    name,
                    fileCount,
                    scannedBytes,
                    attributedBytes,
                    attributedErrorBytes,
                    reclaimableBytes,
                    reclaimableErrorBytes,
                    null,
                    null,
                    null,
                    null);
        }

        /** Refuses impossible numbers. */
        public Charge {
            boolean isEstimate = attributedErrorBytes > 0 || reclaimableErrorBytes > 0;
            attributedBytesLow = isEstimate ? Long.valueOf(Math.max(0, attributedBytes - attributedErrorBytes)) : null;
            attributedBytesHigh = isEstimate ? Long.valueOf(attributedBytes + attributedErrorBytes) : null;
            reclaimableBytesLow =
                    isEstimate ? Long.valueOf(Math.max(0, reclaimableBytes - reclaimableErrorBytes)) : null;
            reclaimableBytesHigh = isEstimate ? Long.valueOf(reclaimableBytes + reclaimableErrorBytes) : null;
            if (fileCount < 0
                    || scannedBytes < 0
                    || attributedBytes < 0
                    || attributedErrorBytes < 0
                    || reclaimableBytes < 0
                    || reclaimableErrorBytes < 0) {
                throw new IllegalStateException("the charge of \"" + name + "\" makes no sense: fileCount " + fileCount
                        + ", scannedBytes " + scannedBytes + ", attributedBytes " + attributedBytes + " +- "
                        + attributedErrorBytes + ", reclaimableBytes " + reclaimableBytes + " +- "
                        + reclaimableErrorBytes);
            }
        }
    }

    /**
     * One directory, all below it included.
     *
     * @param parent the number of its parent; -1 for a path that was scanned
     * @param charge its charge
     */
    public record Directory(int parent, Charge charge) {}

    /**
     * The bytes that the largest top-level directories share, at most 32 of them.
     *
     * @param directories their numbers among the ledger's directories
     * @param sharedBytes for each pair of them the stored bytes of the distinct chunks that both hold. The diagonal has the bytes of all
     *     distinct chunks of a directory
     * @param sharedErrorBytes for each of these numbers half the width of its 95 % interval
     */
    public record DirectoryOverlap(
            List<Integer> directories, List<List<Long>> sharedBytes, List<List<Long>> sharedErrorBytes) {

        /** Copies the lists; refuses matrices that are not square and symmetric. */
        public DirectoryOverlap {
            directories = List.copyOf(directories);
            sharedBytes = sharedBytes.stream().map(List::copyOf).toList();
            sharedErrorBytes = sharedErrorBytes.stream().map(List::copyOf).toList();
            if (!isSymmetric(sharedBytes, directories.size()) || !isSymmetric(sharedErrorBytes, directories.size())) {
                throw new IllegalStateException("the overlap of the top-level directories is not square and symmetric");
            }
        }

        private static boolean isSymmetric(List<List<Long>> matrix, int size) {
            boolean symmetric = matrix.size() == size;
            for (int i = 0; symmetric && i < size; i++) {
                symmetric = matrix.get(i).size() == size;
                for (int j = 0; symmetric && j < i; j++) {
                    symmetric = matrix.get(i).get(j).equals(matrix.get(j).get(i));
                }
            }
            return symmetric;
        }
    }
}
