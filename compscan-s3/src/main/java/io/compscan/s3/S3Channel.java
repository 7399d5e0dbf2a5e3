package io.compscan.s3;

import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An open object. Any thread.
 *
 * <p>A stripe that is announced costs one request, which stays open while its thread reads. Other reads, such as those of the tables of an
 * image, go through a {@link ReadAhead}. After one failure all further reads fail at once, because that request was repeated for minutes.
 */
final class S3Channel implements UnitChannel {

    private final S3Unit unit;
    private final ReadAhead ahead;
    /** The stripes that no thread reads at the moment, by the position of their next read. */
    private final Map<Long, ObjectStream> stripes = new ConcurrentHashMap<>();

    private volatile @Nullable IOException failure;

    S3Channel(S3Unit unit) {
        this.unit = unit;
        ahead = new ReadAhead(unit);
    }

    @Override
    public int read(long position, byte[] data, int offset, int length) throws IOException {
        IOException earlier = failure;
        if (earlier != null) {
            throw new IOException(earlier.getMessage(), earlier);
        }
        if (position >= unit.sizeBytes()) {
            return -1;
        }
        try {
            ObjectStream stripe = stripes.remove(position);
            return stripe == null
                    ? ahead.read(position, data, offset, length)
                    : readStripe(stripe, data, offset, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    private int readStripe(ObjectStream stripe, byte[] data, int offset, int length) throws IOException {
        int got = stripe.read(data, offset, length);
        if (stripe.isAtEnd()) {
            stripe.close();
        } else {
            stripes.put(stripe.position(), stripe);
        }
        return got;
    }

    @Override
    public void beforeStripe(long from, long to) {
        if (from < to) {
            stripes.put(from, new ObjectStream(unit, from, to));
        }
    }

    /** Closes a stripe that ends early; the caller does not read the rest. */
    @Override
    public void afterStripe(long from, long to) {
        ObjectStream rest = stripes.get(to);
        if (rest != null && rest.from() == from && stripes.remove(to, rest)) {
            rest.close();
        }
    }

    @Override
    public void close() {
        stripes.values().forEach(ObjectStream::close);
        stripes.clear();
    }
}
