package io.compscan.s3;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** The bytes {@code [from, to)} of an object, by one request that begins with the first read. One thread at a time. */
final class ObjectStream implements AutoCloseable {

    /** Connections that break before a single byte has come. */
    private static final int MAX_BROKEN = 6;

    private final S3Unit unit;
    private final long from;
    private final long to;
    private long position;
    private int brokenInARow;
    private @Nullable ResponseInputStream<GetObjectResponse> body;

    ObjectStream(S3Unit unit, long from, long to) {
        this.unit = unit;
        this.from = from;
        this.to = to;
        position = from;
    }

    long from() {
        return from;
    }

    /** Where the next read goes on. */
    long position() {
        return position;
    }

    boolean isAtEnd() {
        return position == to;
    }

    /**
     * Reads on; where the connection breaks, by a further request for the rest.
     *
     * @return how many bytes were read, at least one
     */
    int read(byte[] data, int offset, int length) throws IOException {
        int wanted = (int) Math.min(length, to - position);
        while (true) {
            IOException broken;
            try {
                if (body == null) {
                    body = open();
                }
                int got = body.read(data, offset, wanted);
                if (got > 0) {
                    position += got;
                    brokenInARow = 0;
                    return got;
                }
                broken = new IOException("the store ends an answer too early, at byte " + position);
            } catch (SdkException e) {
                throw S3Failure.of(unit.name(), e);
            } catch (IOException e) {
                if (body == null) {
                    throw e;
                }
                broken = e;
            }
            close();
            await(broken);
        }
    }

    private ResponseInputStream<GetObjectResponse> open() throws IOException {
        ResponseInputStream<GetObjectResponse> found = unit.store().get(unit, position, to);
        if (!isSameVersion(found.response())) {
            found.abort();
            throw new IOException(S3Failure.CHANGED);
        }
        return found;
    }

    /** A store that tells no ETag cannot be asked for a version. */
    private boolean isSameVersion(GetObjectResponse response) {
        String range = response.contentRange();
        if (range != null && !range.endsWith("/" + unit.sizeBytes()) && !range.endsWith("/*")) {
            return false;
        }
        Instant modified = response.lastModified();
        return !unit.etag().isEmpty()
                || modified == null
                || unit.modified().equals(Instant.EPOCH)
                || modified.truncatedTo(ChronoUnit.SECONDS)
                        .equals(unit.modified().truncatedTo(ChronoUnit.SECONDS));
    }

    private void await(IOException broken) throws IOException {
        if (++brokenInARow >= MAX_BROKEN) {
            throw new IOException("the connection breaks again and again: " + broken.getMessage(), broken);
        }
        Duration wait = unit.store().firstWait().multipliedBy(1L << (brokenInARow - 1));
        try {
            Thread.sleep(wait.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Breaks the connection off rather than to read the rest. */
    @Override
    public void close() {
        ResponseInputStream<GetObjectResponse> open = body;
        body = null;
        if (open == null) {
            return;
        }
        if (isAtEnd()) {
            try {
                open.close();
            } catch (IOException e) {
                // All bytes have come.
            }
        } else {
            open.abort();
        }
    }
}
