package io.compscan.s3;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** The bytes {@code [from, to)} of an object, by one request, which the first read sends. One thread at a time. */
final class ObjectStream implements AutoCloseable {

    /** The limit for answers in a row that break off before the first byte, or are wrong. */
    private static final int MAX_BROKEN = 6;

    private static final Pattern CONTENT_RANGE =
            Pattern.compile("bytes (\\d+)-\\d+/(\\d+|\\*)", Pattern.CASE_INSENSITIVE);
    /** The size in the answer of a store that does not know it. */
    private static final String ANY_SIZE = "*";

    private static final String RANGES_IGNORED = "the store sends other bytes than those it is asked for";

    private final S3Unit unit;
    private final long from;
    private final long to;
    private long position;
    private final Pace pace;
    private int brokenInARow;
    private @Nullable ResponseInputStream<GetObjectResponse> body;

    ObjectStream(S3Unit unit, long from, long to) {
        this.unit = unit;
        this.from = from;
        this.to = to;
        position = from;
        pace = new Pace(unit.store().answerLimit());
    }

    long from() {
        return from;
    }

    /** Where the next read begins. */
    long position() {
        return position;
    }

    boolean isAtEnd() {
        return position == to;
    }

    /**
     * Reads the next bytes. If the connection breaks, a further request gets the rest.
     *
     * @return how many bytes were read, at least one
     */
    int read(byte[] data, int offset, int length) throws IOException {
        int wanted = (int) Math.min(length, to - position);
        while (true) {
            IOException broken = null;
            int got = 0;
            long start = System.nanoTime();
            try {
                if (body == null) {
                    body = open();
                    start = System.nanoTime();
                }
                got = body.read(data, offset, wanted);
                if (got <= 0) {
                    broken = new IOException("the store ends an answer too early, at byte " + position);
                }
            } catch (SdkException e) {
                throw S3Failure.of(unit.name(), e);
            } catch (WrongAnswerException e) {
                broken = e;
            } catch (IOException e) {
                if (body == null) {
                    throw e;
                }
                broken = e;
            }
            pace.add(body == null ? 0 : System.nanoTime() - start, Math.max(0, got));
            if (broken == null) {
                position += got;
                brokenInARow = 0;
                return got;
            }
            close();
            await(broken);
        }
    }

    private ResponseInputStream<GetObjectResponse> open() throws IOException {
        ResponseInputStream<GetObjectResponse> found = unit.store().get(unit, position, to);
        String flaw = flaw(found.response());
        if (flaw != null) {
            found.abort();
            throw new WrongAnswerException(flaw);
        }
        return found;
    }

    /** An answer with other bytes than those of the request. An answer that broke off within its head may look like one. */
    private static final class WrongAnswerException extends IOException {
        private static final long serialVersionUID = 1L;

        WrongAnswerException(String flaw) {
            super(flaw);
        }
    }

    /** The reason why these are other bytes than those of the request; null if they are the right ones. */
    private @Nullable String flaw(GetObjectResponse response) {
        if (response.contentRange() == null) {
            // An answer without ranges has the whole object.
            Long size = response.contentLength();
            return position == 0 ? flawOfVersion(response, size == null ? ANY_SIZE : size.toString()) : RANGES_IGNORED;
        }
        Matcher range = CONTENT_RANGE.matcher(response.contentRange());
        return range.matches() && range.group(1).equals(Long.toString(position))
                ? flawOfVersion(response, range.group(2))
                : RANGES_IGNORED;
    }

    /** If a store tells no ETag, a request cannot ask for a version. Then size and time decide. */
    private @Nullable String flawOfVersion(GetObjectResponse response, String size) {
        if (!size.equals(ANY_SIZE) && !size.equals(Long.toString(unit.sizeBytes()))) {
            return S3Failure.CHANGED;
        }
        Instant modified = response.lastModified();
        boolean isSame = !unit.etag().isEmpty()
                || modified == null
                || unit.modified().equals(Instant.EPOCH)
                || modified.truncatedTo(ChronoUnit.SECONDS)
                        .equals(unit.modified().truncatedTo(ChronoUnit.SECONDS));
        return isSame ? null : S3Failure.CHANGED;
    }

    private void await(IOException broken) throws IOException {
        if (++brokenInARow >= MAX_BROKEN) {
            if (broken instanceof WrongAnswerException) {
                throw broken;
            }
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

    /** Breaks the connection off instead of reading the rest. */
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
