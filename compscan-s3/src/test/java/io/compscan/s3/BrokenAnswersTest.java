package io.compscan.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.UnitChannel;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Answers that break off at each byte of their head, and stores that send other bytes than they were asked for, or none. */
class BrokenAnswersTest {

    private static final int SIZE = OneObject.SIZE;
    private static final byte[] OBJECT = OneObject.OBJECT;
    private static final String ETAG = OneObject.ETAG;

    private static byte[] read(S3Unit unit, int from) throws IOException {
        byte[] data = new byte[SIZE - from];
        int done = 0;
        try (UnitChannel channel = unit.open()) {
            for (int got;
                    done < data.length && (got = channel.read(from + done, data, done, data.length - done)) > 0; ) {
                done += got;
            }
        }
        return Arrays.copyOf(data, done);
    }

    @ParameterizedTest
    @Slow
    @ValueSource(strings = {"", ETAG})
    void anAnswerMayBreakOffAnywhere(String etag) throws Exception {
        int whole = OneObject.part(100, SIZE).length;
        AtomicInteger asked = new AtomicInteger();
        for (int length = 0; length < whole; length += length < whole - 900 ? 1 : 97) {
            int shorter = length;
            asked.set(0);
            try (OneObject store = new OneObject((from, to) -> asked.getAndIncrement() == 0
                    ? Arrays.copyOf(OneObject.part(from, to), shorter)
                    : OneObject.part(from, to))) {
                assertThat(read(store.unit(etag), 100))
                        .as("broken off at %d", length)
                        .isEqualTo(Arrays.copyOfRange(OBJECT, 100, SIZE));
                assertThat(asked.get()).isEqualTo(2);
            }
        }
    }

    @ParameterizedTest
    @Slow
    @ValueSource(booleans = {false, true})
    void aListingMayBreakOffAnywhere(boolean isChunked) throws Exception {
        String found = "<Contents><Key>%s</Key><Size>1</Size><ETag>x</ETag></Contents>";
        String body = "<?xml version=\"1.0\"?>\n<ListBucketResult><IsTruncated>false</IsTruncated>"
                + String.format(found, "one") + String.format(found, "two") + "</ListBucketResult>";
        String head = "HTTP/1.1 200 OK\nContent-Type: application/xml\nLast-Modified: Wed, 21 Oct 2015 07:28:00 GMT\n"
                + (isChunked ? "Transfer-Encoding: chunked" : "Content-Length: " + body.length())
                + "\nConnection: close\n\n";
        String sent = isChunked ? Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n" : body;
        byte[] whole = OneObject.answer(head, sent.getBytes(StandardCharsets.US_ASCII));
        AtomicInteger asked = new AtomicInteger();
        // What ends a list of chunks is no part of the body.
        for (int length = 0; length < whole.length - (isChunked ? 7 : 0); length++) {
            int shorter = length;
            asked.set(0);
            try (OneObject store =
                    new OneObject((from, to) -> asked.getAndIncrement() == 0 ? Arrays.copyOf(whole, shorter) : whole)) {
                Listing listing = store.store().list("data", "", 1000);
                List<String> keys = new ArrayList<>();
                for (S3Object next = listing.next(); next != null; next = listing.next()) {
                    keys.add(next.key());
                }
                assertThat(keys).as("broken off at %d", length).containsExactly("one", "two");
                assertThat(asked.get()).as("broken off at %d", length).isEqualTo(2);
            }
        }
    }

    /** The answer of AWS. */
    @Test
    void anArchivedObjectIsNamedWithItsClass() throws Exception {
        String body =
                "<?xml version=\"1.0\"?>\n<Error><Code>InvalidObjectState</Code><Message>The operation is not valid for"
                        + " the object's storage class</Message><StorageClass>DEEP_ARCHIVE</StorageClass></Error>";
        String head = "HTTP/1.1 403 Forbidden\nContent-Type: application/xml\nContent-Length: " + body.length()
                + "\nConnection: close\n\n";
        byte[] refusal = OneObject.answer(head, body.getBytes(StandardCharsets.US_ASCII));
        try (OneObject store = new OneObject((from, to) -> refusal)) {
            assertThatThrownBy(() -> read(store.unit(ETAG), 0))
                    .hasMessage("it is archived as DEEP_ARCHIVE; restore it, then scan again");
        }
    }

    @Test
    void aStoreThatIgnoresRangesIsNotReadFromTheWrongPlace() throws Exception {
        byte[] whole = OneObject.answer(
                "HTTP/1.1 200 OK\nLast-Modified: Wed, 21 Oct 2015 07:28:00 GMT\nContent-Length: " + SIZE + "\nETag: "
                        + ETAG + "\nConnection: close\n\n",
                OBJECT);
        try (OneObject store = new OneObject((from, to) -> whole)) {
            assertThat(read(store.unit(ETAG), 0)).isEqualTo(OBJECT);
            assertThatThrownBy(() -> read(store.unit(ETAG), 100))
                    .hasMessage("the store sends other bytes than those it is asked for");
        }
    }

    @Test
    void aStoreThatSendsAnotherRangeIsRefused() throws Exception {
        try (OneObject store = new OneObject((from, to) -> OneObject.part(from + 1, to))) {
            assertThatThrownBy(() -> read(store.unit(ETAG), 100))
                    .hasMessage("the store sends other bytes than those it is asked for");
        }
    }

    @Test
    void aWholeObjectOfAnotherSizeHasChanged() throws Exception {
        byte[] longer =
                OneObject.answer("HTTP/1.1 200 OK\nContent-Length: 1001\nConnection: close\n\n", new byte[SIZE + 1]);
        try (OneObject store = new OneObject((from, to) -> longer)) {
            assertThatThrownBy(() -> read(store.unit(""), 0)).hasMessage(S3Failure.CHANGED);
        }
    }
}
