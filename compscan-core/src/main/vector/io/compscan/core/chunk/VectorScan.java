package io.compscan.core.chunk;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * As {@link Words} does it, a vector at a time: 16 to 64 bytes, as the processor has them.
 *
 * <p>Loaded only where the JVM was started with {@code --add-modules jdk.incubator.vector}. Compiled against signatures that are not
 * packaged, so that any JDK builds it; see the module's pom.xml.
 */
final class VectorScan implements ByteScan {

    private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_PREFERRED;
    private static final int LENGTH = SPECIES.length();
    /** Vectors compare signed bytes; with their top bits changed they are in the order of unsigned ones. */
    private static final byte TOP_BIT = (byte) 0x80;

    private final ByteScan rest = new Words();

    private static ByteVector load(byte[] data, int at) {
        return ByteVector.fromArray(SPECIES, data, at).lanewise(VectorOperators.XOR, TOP_BIT);
    }

    private static byte signed(int threshold) {
        return (byte) (threshold ^ TOP_BIT);
    }

    @Override
    public int firstAtLeast(byte[] data, int from, int to, int threshold) {
        byte least = signed(threshold);
        int i = from;
        for (; i + LENGTH <= to; i += LENGTH) {
            VectorMask<Byte> hits = load(data, i).compare(VectorOperators.GE, least);
            if (hits.anyTrue()) {
                return i + hits.firstTrue();
            }
        }
        return rest.firstAtLeast(data, i, to, threshold);
    }

    @Override
    public int firstPrefixAtLeast(byte[] data, int from, int to, int threshold) {
        byte first = signed(threshold >>> 24);
        byte second = signed((threshold >>> 16) & 0xff);
        int i = from;
        for (; i + LENGTH <= to; i += LENGTH) {
            ByteVector bytes = load(data, i);
            VectorMask<Byte> hits = bytes.compare(VectorOperators.GE, first);
            if (hits.anyTrue()) {
                hits = hits.and(load(data, i + 1)
                        .compare(VectorOperators.GE, second)
                        .or(bytes.compare(VectorOperators.GT, first)));
                if (hits.anyTrue() && threshold >>> 16 == 0xffff) {
                    hits = hits.and(laterBytes(data, i, threshold));
                }
                if (hits.anyTrue()) {
                    return i + hits.firstTrue();
                }
            }
        }
        return rest.firstPrefixAtLeast(data, i, to, threshold);
    }

    /** Of positions whose first two bytes are 255, those whose next two are large enough. */
    private static VectorMask<Byte> laterBytes(byte[] data, int at, int threshold) {
        byte third = signed((threshold >>> 8) & 0xff);
        ByteVector thirds = load(data, at + 2);
        return load(data, at + 3)
                .compare(VectorOperators.GE, signed(threshold & 0xff))
                .and(thirds.compare(VectorOperators.GE, third))
                .or(thirds.compare(VectorOperators.GT, third));
    }

    @Override
    public int blockMax(byte[] data, int at) {
        ByteVector max = load(data, at);
        for (int i = LENGTH; i < BLOCK_BYTES; i += LENGTH) {
            max = max.max(load(data, at + i));
        }
        return largest(max);
    }

    @Override
    public int max(byte[] data, int from, int to) {
        if (to - from < LENGTH) {
            return rest.max(data, from, to);
        }
        ByteVector max = load(data, from);
        int i = from + LENGTH;
        for (; i + LENGTH <= to; i += LENGTH) {
            max = max.max(load(data, i));
        }
        return Math.max(largest(max), rest.max(data, i, to));
    }

    private static int largest(ByteVector max) {
        return (max.reduceLanes(VectorOperators.MAX) ^ TOP_BIT) & 0xff;
    }
}
