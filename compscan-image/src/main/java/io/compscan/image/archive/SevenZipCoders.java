package io.compscan.image.archive;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * How a block of a 7z is packed: coders, each of which makes one stream of those that it takes. The last one makes the files.
 *
 * <pre>
 *   packed stream 0 -> LZMA2 -> x86 -> the files
 * </pre>
 *
 * @param coders in the order of the header
 * @param sources where each stream that a coder takes comes from, in the order of the coders: the number of a coder, or of a packed
 *     stream, as {@code -1 - number}
 * @param last the number of the coder that makes the files
 * @param packedCount the number of packed streams
 */
@SuppressWarnings("ArrayRecordComponent")
record SevenZipCoders(List<Coder> coders, int[] sources, int last, int packedCount) {

    private static final int MAX_CODERS = 8;
    private static final int MAX_STREAMS = 16;
    private static final int BCJ2_STREAMS = 4;

    private static final int ID_BYTES = 0x0f;
    private static final int IS_COMPLEX = 0x10;
    private static final int HAS_PROPERTIES = 0x20;
    private static final int RESERVED = 0xc0;

    /**
     * One coder.
     *
     * @param number that of its method
     * @param streamCount the number of streams that it takes
     */
    private record Coder(long number, int streamCount, byte[] properties) {

        static Coder read(SevenZipInput in) throws IOException {
            int flags = in.next();
            int idBytes = flags & ID_BYTES;
            if ((flags & RESERVED) != 0 || idBytes > Long.BYTES) {
                throw SevenZipInput.damaged();
            }
            long number = 0;
            for (int i = 0; i < idBytes; i++) {
                number = number << Byte.SIZE | in.next();
            }
            int streams = 1;
            if ((flags & IS_COMPLEX) != 0) {
                streams = in.count(MAX_STREAMS);
                if (streams == 0 || in.number() != 1) {
                    throw SevenZipInput.damaged();
                }
            }
            byte[] properties = (flags & HAS_PROPERTIES) == 0 ? new byte[0] : in.bytes(in.count());
            return new Coder(number, streams, properties);
        }
    }

    static SevenZipCoders read(SevenZipInput in) throws IOException {
        int count = in.count(MAX_CODERS);
        if (count == 0) {
            throw SevenZipInput.damaged();
        }
        List<Coder> coders = new ArrayList<>();
        int streamCount = 0;
        for (int i = 0; i < count; i++) {
            Coder coder = Coder.read(in);
            coders.add(coder);
            streamCount += coder.streamCount();
        }
        int packedCount = streamCount - (count - 1);
        if (packedCount < 1) {
            throw SevenZipInput.damaged();
        }
        int[] sources = new int[streamCount];
        // No coder is its own source.
        int free = Integer.MAX_VALUE;
        Arrays.fill(sources, free);
        boolean[] isTaken = new boolean[count];
        for (int i = 0; i < count - 1; i++) {
            int to = in.count(streamCount - 1);
            int from = in.count(count - 1);
            if (sources[to] != free || isTaken[from]) {
                throw SevenZipInput.damaged();
            }
            sources[to] = from;
            isTaken[from] = true;
        }
        for (int i = 0; i < packedCount; i++) {
            int to = packedCount > 1 ? in.count(streamCount - 1) : indexOf(sources, free);
            if (sources[to] != free) {
                throw SevenZipInput.damaged();
            }
            sources[to] = -1 - i;
        }
        int last = 0;
        while (isTaken[last]) {
            last++;
        }
        return new SevenZipCoders(coders, sources, last, packedCount);
    }

    private static int indexOf(int[] numbers, int number) {
        int index = 0;
        while (numbers[index] != number) {
            index++;
        }
        return index;
    }

    int count() {
        return coders.size();
    }

    /** Whether the packed bytes are those of the files. */
    boolean isCopy() {
        return coders.size() == 1 && SevenZipMethod.of(coders.get(0).number) == SevenZipMethod.COPY && packedCount == 1;
    }

    /** Why it cannot be unpacked; null if it can. */
    @Nullable String refusal() {
        String refusal = null;
        for (Coder coder : coders) {
            SevenZipMethod method = SevenZipMethod.of(coder.number);
            if (method == null) {
                refusal = SevenZipMethod.refusal(coder.number);
            } else if (coder.streamCount != (method == SevenZipMethod.BCJ2 ? BCJ2_STREAMS : 1)) {
                refusal = "damaged: a method has too many streams";
            }
        }
        return refusal;
    }

    /**
     * Unpacks; the caller closes the packed streams.
     *
     * @param packed opens a packed stream
     * @param sizes what each coder makes
     */
    InputStream unpack(IntFunction<InputStream> packed, long[] sizes, UnpackBounds bounds) throws IOException {
        return unpack(last, coders.size(), packed, sizes, bounds);
    }

    private InputStream unpack(
            int number, int depth, IntFunction<InputStream> packed, long[] sizes, UnpackBounds bounds)
            throws IOException {
        SevenZipMethod method = SevenZipMethod.of(coders.get(number).number);
        if (depth == 0 || method == null) {
            // The coders go round in a circle.
            throw SevenZipInput.damaged();
        }
        int first = 0;
        for (int i = 0; i < number; i++) {
            first += coders.get(i).streamCount;
        }
        List<InputStream> streams = new ArrayList<>();
        for (int i = 0; i < coders.get(number).streamCount; i++) {
            int source = sources[first + i];
            streams.add(source < 0 ? packed.apply(-1 - source) : unpack(source, depth - 1, packed, sizes, bounds));
        }
        return method == SevenZipMethod.BCJ2
                ? new Bcj2Stream(streams)
                : method.unpack(streams.get(0), coders.get(number).properties, sizes[number], bounds);
    }
}
