package io.compscan.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.UnitChannel;
import io.compscan.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Answers that break off at each byte of their head, and stores that send other bytes than they were asked for, or none. */
class BrokenAnswersTest {

    private static final int SIZE = 1000;
    private static final byte[] OBJECT = new byte[SIZE];
    private static final Instant MODIFIED = Instant.parse("2015-10-21T07:28:00Z");
    private static final String ETAG = "\"abc\"";
    private static final Pattern RANGE = Pattern.compile("(?i)range: bytes=(\\d+)-(\\d+)");

    static {
        new Random(1).nextBytes(OBJECT);
    }

    /** Makes the answer to a request. */
    private interface Answers {
        /**
         * The answer.
         *
         * @param from the first byte of the object that is asked for, 0 if the request is for something else
         * @param to the byte after the last
         */
        byte[] to(int from, int to) throws IOException;
    }

    /** A store of one object; each connection has one answer. */
    private static final class OneObject implements AutoCloseable {
        private final ServerSocket server;
        private final Answers answers;

        OneObject(Answers answers) throws IOException {
            server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
            this.answers = answers;
            Thread thread = new Thread(this::serve, "one-object");
            thread.setDaemon(true);
            thread.start();
        }

        private void serve() {
            while (!server.isClosed()) {
                try (Socket client = server.accept()) {
                    Matcher range = RANGE.matcher(head(client.getInputStream()));
                    byte[] answer = range.find()
                            ? answers.to(Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)) + 1)
                            : answers.to(0, 0);
                    client.getOutputStream().write(answer);
                } catch (IOException e) {
                    // The client has gone.
                }
            }
        }

        private static String head(InputStream in) throws IOException {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            for (int next; (next = in.read()) >= 0; ) {
                head.write(next);
                if (head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
                    break;
                }
            }
            return head.toString(StandardCharsets.US_ASCII);
        }

        S3Store store() {
            URI endpoint = URI.create("http://127.0.0.1:" + server.getLocalPort());
            return S3Store.at(endpoint, LocalStore.CREDENTIALS, Duration.ofMillis(1));
        }

        S3Unit unit(String etag) throws IOException {
            return new S3Unit(store(), S3Location.parse("s3://data/object"), "object", SIZE, etag, MODIFIED);
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    private static byte[] answer(String head, byte[] body) {
        byte[] lines = head.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] all = Arrays.copyOf(lines, lines.length + body.length);
        System.arraycopy(body, 0, all, lines.length, body.length);
        return all;
    }

    private static byte[] part(int from, int to) {
        String head = "HTTP/1.1 206 Partial Content\nContent-Range: bytes " + from + "-" + (to - 1) + "/" + SIZE
                + "\nLast-Modified: Wed, 21 Oct 2015 07:28:00 GMT\nContent-Length: " + (to - from)
                + "\nETag: " + ETAG + "\nConnection: close\n\n";
        return answer(head, Arrays.copyOfRange(OBJECT, from, to));
    }

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
        int whole = part(100, SIZE).length;
        AtomicInteger asked = new AtomicInteger();
        for (int length = 0; length < whole; length += length < whole - 900 ? 1 : 97) {
            int shorter = length;
            asked.set(0);
            try (OneObject store = new OneObject((from, to) ->
                    asked.getAndIncrement() == 0 ? Arrays.copyOf(part(from, to), shorter) : part(from, to))) {
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
        byte[] whole = answer(head, sent.getBytes(StandardCharsets.US_ASCII));
        AtomicInteger asked = new AtomicInteger();
        // What ends a list of chunks is no part of the body.
        for (int length = 0; length < whole.length - (isChunked ? 7 : 0); length++) {
            int shorter = length;
            asked.set(0);
            try (OneObject store =
                    new OneObject((from, to) -> asked.getAndIncrement() == 0 ? Arrays.copyOf(whole, shorter) : whole)) {
                S3Store.Listing listing = store.store().list("data", "", 1000);
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
        byte[] refusal = answer(head, body.getBytes(StandardCharsets.US_ASCII));
        try (OneObject store = new OneObject((from, to) -> refusal)) {
            assertThatThrownBy(() -> read(store.unit(ETAG), 0))
                    .hasMessage("it is archived as DEEP_ARCHIVE; restore it, then scan again");
        }
    }

    @Test
    void aStoreThatIgnoresRangesIsNotReadFromTheWrongPlace() throws Exception {
        byte[] whole = answer(
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
        try (OneObject store = new OneObject((from, to) -> part(from + 1, to))) {
            assertThatThrownBy(() -> read(store.unit(ETAG), 100))
                    .hasMessage("the store sends other bytes than those it is asked for");
        }
    }

    @Test
    void aWholeObjectOfAnotherSizeHasChanged() throws Exception {
        byte[] longer = answer("HTTP/1.1 200 OK\nContent-Length: 1001\nConnection: close\n\n", new byte[SIZE + 1]);
        try (OneObject store = new OneObject((from, to) -> longer)) {
            assertThatThrownBy(() -> read(store.unit(""), 0)).hasMessage(S3Failure.CHANGED);
        }
    }
}
