package io.compscan.s3;

import io.compscan.core.source.PathName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * The objects that a store lists, page by page. One thread.
 *
 * <p>A store may be wrong, and a list need not end. So names must ascend, a page must go on behind the one before, and sizes must be
 * sizes. The first entry that breaks a rule ends the list, and what came before it counts.
 */
final class Listing {

    /** Stores send some empty pages, as where many objects were deleted. */
    static final int MAX_EMPTY_PAGES = 1000;
    /** More than any store holds. Sums of several lists stay within 63 bits. */
    static final long MAX_BYTES = 1L << 60;

    /** Asks for a page. */
    @FunctionalInterface
    interface Pages {
        /** The page of this token; the first page for null. */
        ListObjectsV2Response page(@Nullable String token);
    }

    private final String bucket;
    private final String prefix;
    private final Pages pages;
    private List<S3Object> page = List.of();
    private int next;
    /** The token of the next page; null for the first one. */
    private @Nullable String token;

    private boolean hasBegun;
    private boolean isLast;
    private int emptyPages;
    private long totalBytes;
    /** The key of the last object; null before the first. */
    private @Nullable String last;

    Listing(String bucket, String prefix, Pages pages) {
        this.bucket = bucket;
        this.prefix = prefix;
        this.pages = pages;
    }

    /** The next object; null if there is none. */
    @Nullable S3Object next() throws IOException {
        try {
            while (next == page.size()) {
                if (isLast) {
                    return null;
                }
                turn();
            }
            S3Object found = page.get(next++);
            check(found);
            last = found.key();
            return found;
        } catch (SdkException e) {
            throw endsHere(S3Failure.of(nameOf(prefix), e));
        }
    }

    private void turn() throws IOException {
        if (hasBegun && token == null) {
            throw endsHere(new IOException("the store does not say where its list goes on"));
        }
        ListObjectsV2Response answer = pages.page(token);
        hasBegun = true;
        page = answer.contents();
        next = 0;
        isLast = !Boolean.TRUE.equals(answer.isTruncated());
        emptyPages = page.isEmpty() ? emptyPages + 1 : 0;
        if (emptyPages > MAX_EMPTY_PAGES) {
            throw endsHere(new IOException("the store sends more than " + MAX_EMPTY_PAGES + " empty pages in a row"));
        }
        String following = answer.nextContinuationToken();
        if (!isLast && page.isEmpty() && following != null && following.equals(token)) {
            throw endsHere(new IOException("the store sends the same page again"));
        }
        token = following;
    }

    private void check(S3Object found) throws IOException {
        String key = found.key();
        if (key == null || key.isEmpty()) {
            throw endsHere(new IOException("the store lists an object without a name"));
        }
        if (!key.startsWith(prefix)) {
            throw endsHere(new IOException("the store lists " + nameOf(key) + ", which was not asked for"));
        }
        if (last != null && compare(last, key) >= 0) {
            throw endsHere(new IOException("the store lists " + nameOf(key) + " behind it, which is not in order"));
        }
        Long size = found.size();
        if (size == null || size < 0 || size > MAX_BYTES - totalBytes) {
            throw endsHere(new IOException(
                    "the store lists " + nameOf(key) + " with " + (size == null ? "no size" : size + " bytes")));
        }
        totalBytes += size;
    }

    private static int compare(String one, String other) {
        return Arrays.compareUnsigned(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    private IOException endsHere(IOException failure) {
        return last == null
                ? failure
                : new IOException(
                        "the list of objects ends behind " + nameOf(last) + ": " + failure.getMessage(), failure);
    }

    private String nameOf(String key) {
        return "s3://" + bucket + "/" + PathName.of(key);
    }
}
